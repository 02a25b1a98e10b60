"""Texts that would be markup, code or a path somewhere: for tests that show them as they are."""

TEXTS = [
    '`touch ran`', '$(touch ran)', '"; system("touch ran") #', "'; system('touch ran') #", "'); DROP TABLE points; --", '<script>alert(1)</script>',
    '</td><img src=x onerror=y>', r'\input{ran}', r'\immediate\write18{touch ran}', r'$x$ and \(y\) \[z\]', '=1+1', '@SUM(A1)', 'a^few',
    'a^b^ ~c~ ~~d~~',
    '{1.5}', '{reference}', '{{ value("SELECT 1") }}', '{% raw %}', '{#comment#}', '|a|b|', '[a](b)', '![a](b)', '[^1] [@cited]',
    '**strong** _weak_ __ *a* a_b_c _d_',
    '&lt; &amp; #1 &eacute;', '%s%n 100%', '../../etc/passwd', 'http://example.org/a_b?c=d&e=f', 'me@example.org', 'www.example.org',
    'ftp://x.org mailto:a', '\\# 1) a', 'x ---', 'H~2~O :smile: #tag', '<!-- gone -->', ':::', '```{=html}',
    'café ÄÖÜß 中文 ⁰ ≤ µ µs', "'single' -- \"double\"... --- \\", 'fi -- ?` !` << >> ,,', 'C:\\new\\table', 'a\\',
    'long ' * 200 + 'end']
CONTROLS = ['a\ttab', 'two\nlines', 'a\r\nb', 'nul\0', 'bell\a escape\x1b[31m', '\x02\x0e\x1f marks of ours', 'c1 \x85\x9b end']
