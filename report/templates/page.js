// What report.html can do beyond being read: sort and filter tables, show a number's interval, hide the reference machine.
// Plain script, no library; without it everything is readable, and nothing is hidden.
//
// renderer/table.py and renderer/figure.py write what it finds in the page:
//   td[data-value][data-half][data-interval]   a number in full, half of its interval, and its ends
//   .mark[aria-label]           a value of a figure
//   .reference                  content of the reference machine: rows, cells, tables, figures, series, sentences
//
// Texts reach the page by textContent and setAttribute alone, so that none becomes markup.
'use strict';

const root = document.documentElement;
const tables = [...document.querySelectorAll('main table')];

// make('a', {href: '#x'}, 'text', otherElement): an element with attributes and children.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  element.append(...children);
  return element;
}

// A choice that is remembered, if the browser lets a file store anything.
function remembered(key) { try { return localStorage.getItem('speedup-' + key); } catch { return null; } }
function remember(key, value) { try { localStorage.setItem('speedup-' + key, value); } catch { /* not stored */ } }

// ---- tables: sort, filter ----

// What a cell sorts by: its number, else its text, else null.
function sortValue(cell) {
  if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
  const text = [...cell.childNodes].filter(node => node.nodeName !== 'SUP').map(node => node.textContent).join('').trim();
  return text === '' || text === '–' ? null : text;
}

// Numbers, then texts; missing values come last in both directions.
function compare(a, b, direction) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return direction * (typeof a === 'number' ? a - b : a.localeCompare(b, 'en', {numeric: true}));
}

// The headings become buttons: ascending, descending, original order.
function makeSortable(table) {
  const body = table.tBodies[0], original = [...body.rows], headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = make('button', {type: 'button'}, ...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const next = {ascending: 'descending', descending: null}[heading.getAttribute('aria-sort')];
      headings.forEach(other => other.removeAttribute('aria-sort'));
      if (next === null) return body.append(...original);
      heading.setAttribute('aria-sort', next || 'ascending');
      body.append(...[...original].sort((a, b) => compare(sortValue(a.cells[column]), sortValue(b.cells[column]), next ? -1 : 1)));
    });
  });
}

// A filter field: a row stays if it has all words.
function makeFilterable(table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= 20) return;
  const field = make('input', {type: 'search', autocomplete: 'off', spellcheck: 'false'});
  const count = make('output', {'aria-live': 'polite'});
  const update = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
    const among = rows.filter(row => !(root.dataset.machines === 'here' && row.classList.contains('reference')));
    count.textContent = (field.value ? among.filter(row => !row.hidden).length + ' of ' : '') + among.length + ' rows';
  };
  field.addEventListener('input', update);
  table.addEventListener('machines', update);
  table.closest('.table').prepend(make('div', {class: 'filter'}, make('label', {}, 'Filter ', field), count));
  update();
}

// ---- the bar: which machines, light or dark ----

const bar = make('div', {class: 'bar', role: 'group', 'aria-label': 'Display'});

// A group of buttons of which one is pressed: what was chosen before, else the first. Returns the function that presses one.
function addChoice(label, key, options, apply) {
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
  choose((options.find(option => option[0] === remembered(key)) || options[0])[0]);
  return choose;
}

// Style rules hide what has the class .reference; this hides what that leaves empty: columns, notes, paragraphs, contents.
function hideEmpty() {
  const hideIf = (selector, condition) => document.querySelectorAll(selector).forEach(element => { element.hidden = condition(element); });
  for (const table of tables) {
    for (const heading of table.tHead.rows[0].cells) {
      const cells = [...table.tBodies[0].rows].map(row => row.cells[heading.cellIndex]);
      const gone = cells.every(cell => cell.closest('.reference') || cell.textContent.trim() === '');
      for (const cell of [heading, ...cells]) cell.hidden = gone;
    }
    const marks = [...table.querySelectorAll(':not(.reference, [hidden]) > sup:not(.reference *)')].map(sup => sup.textContent).join().split(',');
    for (const sup of table.closest('.table').querySelectorAll('.note > sup:first-child'))
      sup.parentElement.hidden = !marks.includes(sup.textContent);
  }
  const letters = elements => elements.map(element => element.textContent).join('').replace(/\s/g, '');
  hideIf('main :is(p, li):has(.reference)', element => letters([element]) === letters([...element.querySelectorAll('.reference')]));
  hideIf('#TOC li', item => document.getElementById(decodeURIComponent(item.firstElementChild.hash.slice(1)))?.closest('.reference'));
}

function showMachines(value) {
  root.dataset.machines = value;
  for (const element of document.querySelectorAll(':is(main, #TOC) [hidden]:not(tr)')) element.hidden = false;
  if (value === 'here') hideEmpty();
  for (const table of tables) table.dispatchEvent(new Event('machines'));
}

// A link to hidden content shows it.
function followAddress(choose) {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.closest('.reference, [hidden]')) return;
  choose('both');
  target.scrollIntoView();
}

// ---- intervals ----

const tip = make('div', {class: 'tip', role: 'tooltip', id: 'tip', hidden: ''});

function tipText(element) {
  if (!element.matches('td')) return element.getAttribute('aria-label');
  const {value, half, interval} = element.dataset;
  const heading = element.closest('table').tHead.rows[0].cells[element.cellIndex].textContent;
  return `${heading}: ${value}` + (half ? ` ± ${half}\ninterval ${interval}` : ', no interval: fewer than five rounds');
}

function showTip(element) {
  document.querySelector('[aria-describedby=tip]')?.removeAttribute('aria-describedby');
  tip.hidden = !element;
  if (!element) return;
  tip.textContent = tipText(element);
  element.setAttribute('aria-describedby', 'tip');
  const at = element.getBoundingClientRect(), above = at.top - tip.offsetHeight - 6;
  tip.style.left = Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8)) + 'px';
  tip.style.top = (above > 0 ? above : at.bottom + 6) + 'px';
}

// Marks of figures have a tooltip of the browser under the mouse; with the keyboard's focus they have this one.
function addTips() {
  for (const cell of document.querySelectorAll('td[data-measured]')) cell.tabIndex = 0;
  document.body.append(tip);
  const focused = () => document.activeElement.closest('td[data-measured]:focus-visible, .mark:focus-visible');
  const update = event => showTip(event.target.closest?.('td[data-measured]') || !tip.hidden && focused());
  document.addEventListener('mouseover', update);
  document.addEventListener('focusin', () => showTip(focused()));
  document.addEventListener('scroll', () => tip.hidden || showTip(document.querySelector('td[data-measured]:hover') || focused()), true);
  document.addEventListener('keydown', event => { if (event.key === 'Escape') showTip(null); });
}

// ---- all of it ----

tables.forEach(makeSortable);
tables.forEach(makeFilterable);
addTips();
document.body.insertBefore(bar, document.getElementById('TOC'));
if (document.querySelector('.reference')) {
  const choose = addChoice('Machines', 'machines', [['both', 'beside the reference ' + document.body.dataset.reference], ['here', 'this machine']],
    showMachines);
  addEventListener('hashchange', () => followAddress(choose));
  followAddress(choose);
}
addChoice('Colors', 'theme', [['system', 'system'], ['light', 'light'], ['dark', 'dark']], value => { root.dataset.theme = value; });
