"""A headless Chromium, driven by its own DevTools protocol over a pipe: no driver, no package of Python.

    with Browser() as browser:
        page = browser.open('file:///tmp/report.html', width=390)
        page.js('document.title')

The protocol: https://chromedevtools.github.io/devtools-protocol/. Messages are JSON with a zero byte behind each; Chromium reads
them from descriptor 3 and writes to 4.
"""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

TIMEOUT_S = 60


class Browser:
    def __enter__(self):
        program = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome')
        self.profile = tempfile.mkdtemp()
        to_read, self.write_end = os.pipe()
        self.read_end, to_write = os.pipe()
        command = [program, '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run', '--disable-extensions',
                   '--disable-background-networking', '--remote-debugging-pipe', '--user-data-dir=' + self.profile, 'about:blank']
        self.process = subprocess.Popen(['bash', '-c', f'exec "$@" 3<&{to_read} 4>&{to_write}', 'bash', *command],
                                        pass_fds=(to_read, to_write), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.number, self.buffer, self.pages = 0, b'', {}
        return self

    def __exit__(self, *_):
        try:
            self.call('Browser.close')
            self.process.wait(10)
        except (RuntimeError, TimeoutError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        """Sends a command and returns its result; events on the way go to their page."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': parameters}
        if session:
            message['sessionId'] = session
        data = json.dumps(message).encode() + b'\0'
        while data:
            data = data[os.write(self.write_end, data):]
        number = self.number
        while True:
            message = self.receive()
            if message.get('id') == number:
                if 'error' in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message['result']

    def receive(self):
        until = time.monotonic() + TIMEOUT_S
        while b'\0' not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError('Chromium does not answer')
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise RuntimeError('Chromium has ended')
            self.buffer += data
        line, self.buffer = self.buffer.split(b'\0', 1)
        message = json.loads(line)
        page = self.pages.get(message.get('sessionId'))
        if page and 'method' in message:
            page.events.append(message)
        return message

    def open(self, address, width=1400, height=900, **media):
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        page = Page(self, session, target)
        self.pages[session] = page
        for domain in ('Page', 'Runtime', 'Network', 'Log'):
            page.call(domain + '.enable')
        page.size(width, height)
        page.media(**media)
        page.go(address)
        return page


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target, self.events = browser, session, target, []

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def close(self):
        self.browser.call('Target.closeTarget', targetId=self.target)

    def size(self, width, height=900):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)

    def media(self, scheme='light', kind=''):  # '': a screen, and paper for a PDF
        self.call('Emulation.setEmulatedMedia', media=kind, features=[{'name': 'prefers-color-scheme', 'value': scheme}])

    def go(self, address):
        self.loaded(lambda: self.call('Page.navigate', url=address))

    def reload(self):
        self.loaded(lambda: self.call('Page.reload'))

    def loaded(self, act):
        before = len(self.events)
        act()
        while not any(event['method'] == 'Page.loadEventFired' for event in self.events[before:]):
            self.browser.receive()

    def js(self, expression):
        """The value of an expression, a function's body if it has a return."""
        if 'return ' in expression and not expression.startswith('('):
            expression = '(() => {' + expression + '})()'
        answer = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(answer['exceptionDetails'].get('exception', {}).get('description', str(answer)))
        return answer['result'].get('value')

    def key(self, key, **more):
        codes = {'Enter': (13, '\r'), 'Tab': (9, ''), 'Escape': (27, ''), ' ': (32, ' ')}
        code, text = codes[key]
        for kind in ('keyDown', 'keyUp'):
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code='Space' if key == ' ' else key, windowsVirtualKeyCode=code,
                      **({'text': text} if text and kind == 'keyDown' else {}), **more)

    def type(self, text):
        self.call('Input.insertText', text=text)

    def place(self, expression):
        """The middle of an element, brought into sight."""
        return self.js(f"""(async () => {{ const e = {expression}; e.scrollIntoView({{block: 'center', inline: 'center'}});
            await new Promise(done => setTimeout(done, 60)); // what scrolling sets off is over
            const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }})()""")

    def hover(self, expression):
        x, y = self.place(expression)
        self.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)

    def click(self, expression):
        x, y = self.place(expression)
        for kind in ('mouseMoved', 'mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left' if kind != 'mouseMoved' else 'none', clickCount=1)

    def requests(self):
        return [event['params']['request']['url'] for event in self.events if event['method'] == 'Network.requestWillBeSent']

    def complaints(self):
        """Exceptions, errors and warnings of the console, refusals by the content security policy."""
        found = []
        for event in self.events:
            given = event['params']
            if event['method'] == 'Runtime.exceptionThrown':
                found.append(given['exceptionDetails'].get('exception', {}).get('description', 'exception'))
            elif event['method'] == 'Log.entryAdded' and given['entry']['level'] in ('error', 'warning'):
                found.append(given['entry']['text'])
            elif event['method'] == 'Runtime.consoleAPICalled' and given['type'] in ('error', 'warning', 'assert'):
                found.append(str(given['args']))
        return found
