/* Temporary files. A test with IN_FOLDER runs in a folder of its own, which is removed with all that it
 * contains: TEST(name, IN_FOLDER). */
#pragma once

#include <stddef.h>

#define IN_FOLDER .set_up = folder_enter, .tear_down = folder_leave

extern char folder[256]; /* its absolute path */

void folder_enter(void);
void folder_leave(void);

/* Writes a file of these bytes, or of one more line, as in a tree such as /sys, with the folders of its path.
 */
void put_bytes(const char *path, const void *content, size_t bytes);
void put_line(const char *content, const char *format, ...) __attribute__((format(printf, 2, 3)));
void append_text(const char *path, const char *text);

/* Reads a file into `content` of `room` bytes and returns their number. */
size_t get_bytes(const char *path, void *content, size_t room);

/* Until the end of the test a file has at most this many bytes, as on a full disk. */
void folder_limit(size_t file_bytes);

/* The number of files and folders in the folder of the test. */
size_t folder_entries(void);
