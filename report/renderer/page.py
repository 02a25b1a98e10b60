"""report.html: the chapters with tables and figures, style and script in one file that loads nothing."""
import base64
import hashlib
import subprocess

from . import escape
from .study import REPORT, StudyError, find_tool, read_text, write_file

TEMPLATES = REPORT / 'templates'
APPENDIX = '\n# Appendix\n'  # folded from here on


def page_script():
    """The script of a page, and its hash: the content security policy allows only this script."""
    script = '\n' + read_text(TEMPLATES / 'page.js')
    return script, base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def write_page(path, markdown, title, reference, foot):
    script, digest = page_script()
    body, mark, appendix = markdown.partition(APPENDIX)
    if mark:
        body += f'\n<details id="appendix">\n<summary>\n\n# Appendix {{#appendix-title}}\n\n</summary>\n\n{appendix}\n\n</details>\n'
    done = subprocess.run(
        [find_tool('pandoc'), '--from=markdown-implicit_figures-smart', '--to=html5', '--standalone', f'--template={TEMPLATES}/page.html', '--toc', '--toc-depth=2',
         '--columns=100000', '--metadata', 'lang=en', '--metadata', f'pagetitle={title}', '--variable', f'script-hash={digest}', '--variable',
         f'reference={escape.html(reference or "")}', '--variable', f'foot={escape.css(foot)}', '--variable', 'style=' + read_text(TEMPLATES / 'page.css'), '--variable', f'script={script}'],
        input=body, capture_output=True, text=True)
    if done.returncode != 0:
        raise StudyError('pandoc failed: ' + done.stderr.strip())
    write_file(path, done.stdout)
