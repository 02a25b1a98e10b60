// What report.html can do beyond being read: sort and filter tables, hide the reference machine, show a number's
// interval and its samples. Plain script, no library; without it everything is readable, and nothing is hidden.
//
// report/html.awk and report/figure.awk write what it finds in the page:
//   table td[data-value][data-half]   a number in full, and half of its 95 % interval
//   [data-point="17"]                 the point that a number belongs to; its samples are in the JSON below
//   .reference, .here-only            content of the reference machine, and its replacement
// report/samples.sql writes the JSON of the element "samples".
//
// Texts reach the page by textContent and setAttribute alone, so that none becomes markup.
'use strict';

const page = document.documentElement;
const points = JSON.parse(document.getElementById('samples').textContent);

// ---- small helpers ----

// make('a', {href: '#x'}, 'text', otherElement): an element with attributes and children.
function make(name, attributes = {}, ...children) {
  const drawn = ['svg', 'g', 'circle', 'line', 'path', 'rect', 'text', 'title'].includes(name);
  const element = drawn ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

// A choice that is remembered, where the browser lets a file remember anything.
function remembered(key) { try { return localStorage.getItem('speedup-' + key); } catch { return null; } }
function remember(key, value) { try { localStorage.setItem('speedup-' + key, value); } catch { /* not here */ } }

// Seconds in a unit that fits: [factor, name].
function unitFor(seconds) {
  return seconds < 1e-6 ? [1e9, 'ns'] : seconds < 1e-3 ? [1e6, 'µs'] : seconds < 1 ? [1e3, 'ms'] : [1, 's'];
}

// So many significant digits, without an exponent.
function digits(value, count) { return String(Number(value.toPrecision(count))); }

// ---- the bar: which machines, light or dark ----

const bar = make('div', {class: 'bar', role: 'group', 'aria-label': 'How the page is shown'});

// A group of buttons of which one is pressed.
function choice(label, key, options, chosen, apply) {
  const group = make('span', {class: 'choice', role: 'group', 'aria-label': label});
  const choose = value => {
    for (const button of group.children) button.setAttribute('aria-pressed', button.value === value);
    apply(value);
  };
  for (const [value, text] of options) {
    const button = make('button', {type: 'button', value}, text);
    button.addEventListener('click', () => { remember(key, value); choose(value); });
    group.append(button);
  }
  bar.append(group);
  choose(options.some(option => option[0] === chosen) ? chosen : options[0][0]);
  return choose;
}

let showMachines = () => {};
const hasReference = document.querySelector('.reference') !== null;
const withoutReference = () => page.dataset.machines === 'here';

function addBar() {
  document.body.insertBefore(bar, document.getElementById('TOC'));
  if (hasReference)
    showMachines = choice('Machines', 'machines',
      [['both', 'beside the reference ' + document.body.dataset.reference], ['here', 'this machine']], remembered('machines'), value => {
        page.dataset.machines = value;
        for (const table of document.querySelectorAll('main table')) table.dispatchEvent(new Event('shown'));
        keepKeys();
      });
  const system = matchMedia('(prefers-color-scheme: dark)'), ofSystem = () => system.matches ? 'dark' : 'light';
  const choose = choice('Colours', 'theme', [['light', 'light'], ['dark', 'dark']], remembered('theme') || ofSystem(),
    value => { page.dataset.theme = value; });
  system.addEventListener('change', () => { if (!remembered('theme')) choose(ofSystem()); });
}

// ---- tables: sort, filter, keep the first columns in sight ----

// What a cell sorts by: its number, else its text, else nothing.
function sortValue(cell) {
  if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
  const text = [...cell.childNodes].filter(node => node.nodeName !== 'SUP').map(node => node.textContent).join('').trim();
  if (text === '' || text === '–' || text === 'not measured here') return null;
  return isNaN(text) ? text : Number(text);
}

// Numbers, then texts; missing values come last in both directions.
function compare(a, b, direction) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return direction * (typeof a === 'number' ? a - b : a.localeCompare(b, 'en', {numeric: true}));
}

// The headings become buttons: upwards, downwards, as it was.
function makeSortable(table) {
  const body = table.tBodies[0], original = [...body.rows];
  const headings = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  headings.forEach((heading, column) => {
    const button = make('button', {type: 'button'}, ...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const order = {ascending: 'descending', descending: null}[heading.getAttribute('aria-sort')];
      headings.forEach(other => other.removeAttribute('aria-sort'));
      if (order === null) return body.append(...original);
      heading.setAttribute('aria-sort', order || 'ascending');
      const direction = order ? -1 : 1;
      const keyed = original.map(row => [sortValue(row.cells[column]), row]);
      body.append(...keyed.sort((a, b) => compare(a[0], b[0], direction)).map(entry => entry[1]));
    });
  });
}

// A filter field: a row stays if it has all its words.
function makeFilterable(table, box) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= 8) return;
  const field = make('input', {type: 'search', autocomplete: 'off', spellcheck: 'false'});
  const count = make('output', {'aria-live': 'polite'});
  const update = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
    const among = rows.filter(row => !(withoutReference() && row.classList.contains('reference')));
    count.textContent = field.value ? among.filter(row => !row.hidden).length + ' of ' + among.length + ' rows' : among.length + ' rows';
  };
  field.addEventListener('input', update);
  table.addEventListener('shown', update);
  box.prepend(make('div', {class: 'filter'}, make('label', {}, 'Filter ', field), count));
  update();
}

// The key columns stay while the table scrolls: of these the last ones that fit into half the width.
// All tables are measured before the first is changed: the browser would lay out the page anew for each.
function keepKeys() {
  const tables = [...document.querySelectorAll('main table')].map(table => {
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells].filter(cell => cell.classList.contains('key'));
    return {table, widths: heads.map(cell => cell.offsetWidth), room: table.parentElement.clientWidth / 2};
  });
  for (const {table, widths, room} of tables) {
    let first = widths.length, taken = 0;
    while (first > 0 && taken + widths[first - 1] <= room) taken += widths[--first];
    let left = 0;
    const places = widths.map((width, column) => column < first ? null : (left += width) - width);
    for (const row of table.rows) {
      for (const cell of [...row.cells].slice(0, widths.length)) {
        const place = cell.classList.contains('key') ? places[cell.cellIndex] : null;
        cell.classList.toggle('kept', place !== null);
        cell.style.left = place === null ? '' : place + 'px';
      }
    }
  }
}

// ---- link signs ----

// A sign that leads to a part of the page and copies its address.
function addLinkSign(id, place, what) {
  const sign = make('a', {class: 'link-sign', href: '#' + id, 'aria-label': 'Link to ' + what, title: 'Copy the link'}, '#');
  sign.addEventListener('click', () => copyLink(id));
  place.append(' ', sign);
}

function copyLink(id) {
  if (navigator.clipboard) navigator.clipboard.writeText(location.href.split('#')[0] + '#' + id).catch(() => {});
}

// ---- hovering: value, interval and point ----

const tip = make('div', {class: 'tip', role: 'tooltip', id: 'tip'});
tip.hidden = true;

// An interval's ends from its half: as far up as down in the logarithm (report/number.awk).
function ends(value, half) {
  const share = half / value, times = share + Math.sqrt(1 + share * share);
  return value > 0 ? [value / times, value * times] : [value - half, +value + +half];
}

function tipText(element) {
  const cell = element.closest('td, th');
  if (!cell) return element.getAttribute('aria-label') + (element.dataset.point ? '\n' + nameOf(element.dataset.point) : '');
  const {value, half, point} = cell.dataset;
  return cell.dataset.heading + ': ' + Number(value ?? cell.innerText)
    + (half ? ' ± ' + Number(half) + ', 95 % from ' + ends(value, half).map(end => digits(end, 4)).join(' to ') : value ? ', no interval' : '')
    + '\n' + nameOf(point);
}

function nameOf(point) { return points[point] ? points[point].name + ', on ' + points[point].machine : ''; }

function showTip(element) {
  tip.textContent = tipText(element);
  tip.hidden = false;
  element.setAttribute('aria-describedby', 'tip');
  const at = element.getBoundingClientRect();
  const left = Math.min(at.left, innerWidth - tip.offsetWidth - 8);
  const above = at.top - tip.offsetHeight - 6;
  tip.style.left = Math.max(8, left) + 'px';
  tip.style.top = (above > 0 ? above : at.bottom + 6) + 'px';
}

function hideTip() {
  tip.hidden = true;
  for (const element of document.querySelectorAll('[aria-describedby=tip]')) element.removeAttribute('aria-describedby');
}

// Numbers of tables become links to their samples; the marks over figures are links already.
function addTips() {
  document.body.append(tip);
  for (const cell of document.querySelectorAll('main td[data-point], main th[data-point]')) {
    const heads = cell.closest('table').tHead.rows;
    cell.dataset.heading = heads[heads.length - 1].cells[cell.cellIndex].textContent;
    const link = make('a', {class: 'value', href: '#point-' + cell.dataset.point});
    link.append(cell.firstChild);
    cell.prepend(link);
  }
  for (const title of document.querySelectorAll('.marks title')) title.remove(); // shown in the tip
  const labeled = '.value, .marks a, .marks g';
  const over = event => { // the page may scroll below a mouse that rests: what has the keyboard's focus keeps its tip
    const element = event.target.closest(labeled) || document.activeElement.closest(':focus-visible')?.closest(labeled);
    hideTip();
    if (element) showTip(element);
  };
  document.addEventListener('mouseover', over);
  document.addEventListener('focusin', over);
  document.addEventListener('scroll', () => { // the element under the pointer keeps its tip
    const element = document.querySelector('[aria-describedby=tip]');
    hideTip();
    if (element && element.matches(':hover, :focus-visible')) showTip(element);
  }, true);
  document.addEventListener('keydown', event => { if (event.key === 'Escape') hideTip(); });
}

// ---- the panel of a point's samples ----

const panel = make('dialog', {class: 'panel', 'aria-labelledby': 'panel-name'});

// Each sample a dot, a line a round, its median a stroke; above them the density of all samples, behind them the interval.
function strip(clock) {
  const samples = clock.rounds.map(round => round.slice(1).map(count => count * clock.unit));
  const medians = clock.rounds.map(round => round[0] * clock.unit);
  const all = samples.flat().concat(medians), ends = clock.low === null ? [] : [clock.low, clock.high];
  const least = Math.min(...all, ...ends), most = Math.max(...all, ...ends);
  const spare = (most - least) * 0.04 || least * 0.01;
  const width = 600, left = 60, right = 20, top = 60, step = Math.max(8, Math.min(16, 240 / samples.length));
  const bottom = top + step * samples.length + 6, height = bottom + 40;
  const x = time => left + (time - least + spare) / (most - least + 2 * spare) * (width - left - right);
  const [factor, unit] = unitFor(clock.time);
  const picture = make('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${all.length - medians.length} samples in `
    + `${samples.length} rounds, from ${digits(least * factor, 4)} to ${digits(most * factor, 4)} ${unit}`});
  if (ends.length)
    picture.append(make('rect', {class: 'interval', x: x(clock.low), y: 10, width: Math.max(1, x(clock.high) - x(clock.low)), height: bottom - 10}));
  picture.append(make('line', {class: 'mean', x1: x(clock.time), x2: x(clock.time), y1: 10, y2: bottom}));
  const curve = density(samples.flat().length ? samples.flat() : medians, least - spare, most + spare);
  const highest = Math.max(...curve.map(point => point[1]));
  picture.append(make('path', {class: 'density', d: 'M' + curve.map(([time, share]) => `${x(time).toFixed(1)},${(top - 8 - 42 * share / highest).toFixed(1)}`).join('L')}));
  samples.forEach((round, index) => {
    const y = top + step * (index + 0.5);
    if (index % Math.ceil(14 / step) === 0) picture.append(make('text', {x: left - 8, y: y + 4, 'text-anchor': 'end'}, index + 1));
    for (const time of round) picture.append(make('circle', {cx: x(time).toFixed(1), cy: y, r: 2.5}));
    picture.append(make('line', {class: 'median', x1: x(medians[index]), x2: x(medians[index]), y1: y - step / 2 + 1, y2: y + step / 2 - 1}));
  });
  picture.append(make('line', {class: 'axis', x1: left, x2: width - right, y1: bottom, y2: bottom}));
  for (const tick of ticks((least - spare) * factor, (most + spare) * factor)) {
    picture.append(make('line', {class: 'axis', x1: x(tick / factor), x2: x(tick / factor), y1: bottom, y2: bottom + 5}));
    picture.append(make('text', {x: x(tick / factor), y: bottom + 18, 'text-anchor': 'middle'}, digits(tick, 6)));
  }
  picture.append(make('text', {x: (left + width - right) / 2, y: bottom + 35, 'text-anchor': 'middle'}, `time (${unit})`),
    make('text', {x: 14, y: top + step * samples.length / 2, 'text-anchor': 'middle',
      transform: `rotate(-90 14 ${top + step * samples.length / 2})`}, 'round'));
  return picture;
}

// Gaussian kernels, as wide as Silverman's rule says: Density Estimation, 1986, (3.31).
function density(times, from, to) {
  const sorted = [...times].sort((a, b) => a - b), count = sorted.length;
  const mean = sorted.reduce((sum, time) => sum + time, 0) / count;
  const deviation = Math.sqrt(sorted.reduce((sum, time) => sum + (time - mean) ** 2, 0) / Math.max(1, count - 1));
  const quartiles = (sorted[Math.floor(0.75 * (count - 1))] - sorted[Math.floor(0.25 * (count - 1))]) / 1.34;
  const width = 0.9 * (Math.min(deviation, quartiles) || deviation || (to - from) / 20) * count ** -0.2;
  const curve = [];
  for (let step = 0; step <= 150; step++) {
    const at = from + (to - from) * step / 150;
    curve.push([at, sorted.reduce((sum, time) => sum + Math.exp(-0.5 * ((at - time) / width) ** 2), 0)]);
  }
  return curve;
}

// Some five round numbers between two.
function ticks(from, to) {
  const rough = (to - from) / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough);
  const found = [];
  for (let tick = Math.ceil(from / step); tick * step <= to; tick++) found.push(tick * step);
  return found;
}

function openPanel(id) {
  const point = points[id];
  if (!point) return;
  const facts = make('dl');
  const fact = (name, text) => { if (text) facts.append(make('dt', {}, name), make('dd', {}, text)); };
  const content = [];
  fact('machine', point.machine);
  for (const clock of point.clocks) {
    const [factor, unit] = unitFor(clock.time);
    fact('time, ' + clock.name, digits(clock.time * factor, 4) + ' ' + unit + (clock.low === null ? ', no interval: fewer than five rounds'
      : ', 95 % from ' + digits(clock.low * factor, 4) + ' to ' + digits(clock.high * factor, 4) + ' ' + unit));
    content.push(make('h3', {}, clock.name), strip(clock));
  }
  fact('rate', point.rate);
  fact('status', point.status);
  fact('stopped by', point.stop);
  for (const flag of point.flags) fact('flag', flag);
  fact('detail', point.detail);
  const close = make('button', {type: 'button', class: 'close'}, 'close');
  close.addEventListener('click', () => panel.close());
  const heading = make('h2', {id: 'panel-name'}, point.name);
  addLinkSign('point-' + id, heading, 'this point');
  panel.replaceChildren(close, heading, facts, ...content, make('p', {class: 'note'},
    'A dot is a sample, a stroke the median of a round, the line the mean of the '
    + 'rounds and the band its 95 % interval; the curve is the density of all samples.'
    + (point.kept ? ` To keep this file small one of ${point.kept} samples is here; the medians are of all.` : '')));
  if (!panel.open) panel.showModal();
  panel.scrollTop = 0;
}

// The address selects the content: #point-17 opens that point's panel, and hidden targets are shown.
function followAddress() {
  const id = decodeURIComponent(location.hash.slice(1)), point = /^point-(\d+)$/.exec(id);
  if (point) return openPanel(point[1]);
  const target = id && document.getElementById(id);
  if (target && withoutReference() && target.closest('.reference')) {
    showMachines('both');
    target.scrollIntoView();
  }
}

function addPanel() {
  document.body.append(panel);
  // Not by the address alone: a second click on the same number must open the panel again.
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#point-"]');
    if (!link || link.classList.contains('link-sign')) return;
    event.preventDefault();
    hideTip();
    history.replaceState(null, '', link.getAttribute('href'));
    openPanel(/\d+$/.exec(link.getAttribute('href'))[0]);
  });
  panel.addEventListener('click', event => { if (event.target === panel) panel.close(); }); // beside it
  panel.addEventListener('close', () => history.replaceState(null, '', location.pathname + location.search));
  addEventListener('hashchange', followAddress);
}

// ---- all of it ----

for (const table of document.querySelectorAll('main table')) {
  const box = table.closest('.table');
  addLinkSign(box.id, table.caption.firstElementChild, 'this table');
  makeSortable(table);
  makeFilterable(table, box);
}
for (const drawing of document.querySelectorAll('.drawing')) addLinkSign(drawing.id, drawing, 'this figure');
for (const heading of document.querySelectorAll('main h1[id], main h2[id], main h3[id]'))
  addLinkSign(heading.id, heading, 'this section');
addTips();
addPanel();
addBar();
keepKeys();
addEventListener('resize', keepKeys);
followAddress();
