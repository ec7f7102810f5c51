/* The shell of the demo. It opens the page that the address names and keeps the address up to date. It
 * also owns what all pages share: messages and the progress bar. A page does not use another page. */
import { html, nothing, render } from 'lit-html';
import { readAddress, writeAddress } from './address.js';
import { DOCUMENTATION, GUIDES, addressOfGuide, addressOfSource, sourceOf } from './reading.js';
import { preload } from './ui/preload.js';
import { debounce } from './ui/debounce.js';
import { FILE_TYPES } from './shapes/file-types.js';
import { missingFeature } from './ui/features.js';
import { showMore } from './ui/more.js';
import { LATER, PAGES, THREADS, unknownPage } from './pages.js';

const $ = (id) => document.getElementById(id);
/** A state enters the address after it has been unchanged for this time, in milliseconds. */
const SETTLED = 200;
/** After this time, in milliseconds, the shell shows that a page is loading. */
const PATIENCE = 300;

const isPage = (name) => Object.hasOwn(PAGES, name);

let current = { name: '', page: null };
/** Preloads the other pages, after the first one is open. @type {Promise<void> | null} */
let preloading = null;
/** Counts opened pages, so that a page that loads late does not replace a newer one. */
let opening = 0;

function tell(message) {
  $('message').textContent = message;
  $('message').hidden = !message;
}

/**
 * Shows the progress of a task; without a fraction, only that it is running. An empty label hides the
 * bar.
 */
function busy(label, fraction) {
  const bar = $('busy').firstElementChild;
  $('busy').hidden = !label;
  $('busy-label').textContent = label;
  if (fraction === undefined) bar.removeAttribute('value');
  else bar.value = fraction;
}

/**
 * The address of the current page. It differs from location.hash until the event of a new address
 * arrives.
 */
let followed = location.hash;

const write = (name, params, push) => {
  const address = writeAddress(name, params);
  if (address === location.hash || location.hash !== followed) return;
  if (push) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  followed = location.hash;
};
const remember = debounce(SETTLED, write);

/** The functions that a page receives. After the page is closed, they do nothing. */
function hostOf(name, params, ticket) {
  const alive =
    (action) =>
    (...values) => {
      if (ticket === opening) action(...values);
    };
  return {
    view: $('view'),
    panel: $('panel'),
    params,
    // push: adds an entry to the history; final: the change is complete
    remember: alive((state, { push = false, final = false } = {}) => {
      // write a pending state first, because going back must lead there
      if (push) remember.flush();
      remember(name, state, push);
      if (push || final) remember.flush();
    }),
    tell: alive(tell),
    busy: alive(busy),
  };
}

function showPages(name) {
  const link = ([key, { title }]) =>
    html`<a href="#/${key}" aria-current=${key === name ? 'page' : 'false'}>${title}</a>`;
  render(Object.entries(PAGES).map(link), $('pages'));
  $('pages')
    .querySelector('[aria-current=page]')
    ?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Shows how to install the package, the guide of this page, and its source. */
function showLinks(name) {
  const about = (guide) =>
    html`<a href=${addressOfGuide(guide)}>Guide: ${guide}</a>
      <a href=${addressOfSource(sourceOf(name))}>Source</a>`;
  render(
    html`<code>npm install growth-distance</code> ${isPage(name) ? about(GUIDES[name]) : nothing}
      <a href=${DOCUMENTATION}>Documentation</a>`,
    $('links'),
  );
}

/** Replaces a pane by an empty element, because lit-html keeps state on the old one. */
function replaceElement(id) {
  const fresh = $(id).cloneNode(false);
  $(id).replaceWith(fresh);
}

async function openPage(name, params) {
  const ticket = ++opening;
  const { title, summary, load } = isPage(name) ? PAGES[name] : unknownPage(name);
  remember.cancel();
  current.page?.close();
  current = { name, page: null };
  tell('');
  busy('');
  replaceElement('view');
  replaceElement('panel');
  document.title = `${title} · growth-distance`;
  $('title').textContent = title;
  $('summary').textContent = summary;
  document.body.dataset.page = isPage(name) ? name : 'unknown';
  delete document.body.dataset.ready;
  showPages(name);
  showLinks(name);
  const waiting = setTimeout(() => ticket === opening && busy(`Opening ${title}`), PATIENCE);
  try {
    const missing = missingFeature();
    if (missing) throw new Error(missing);
    const { open } = await load();
    clearTimeout(waiting);
    if (ticket !== opening) return;
    busy('');
    const page = await open(hostOf(name, params, ticket));
    if (ticket !== opening) return page.close();
    current.page = page;
    document.body.dataset.ready = document.body.dataset.page;
    preloading ??= loadTheRest();
  } catch (error) {
    clearTimeout(waiting);
    if (ticket !== opening) return;
    busy('');
    tell(explain(error));
  }
}

function explain(error) {
  if (/dynamically imported module|Importing a module script/i.test(error.message))
    return 'This page could not be loaded. Reload it. If that does not help, a file is missing on the server.';
  return error.message;
}

/** Called when the address changes: opens another page, or restores another state of this page. */
function follow() {
  followed = location.hash;
  const { page, params } = readAddress(location.hash);
  if (page !== current.name) openPage(page, params);
  else {
    remember.cancel();
    tell('');
    current.page?.restore(params);
  }
}

async function loadTheRest() {
  if (navigator.connection?.saveData) return;
  const pages = Object.values(PAGES).map(({ load }) => load);
  await preload([...pages, ...LATER], THREADS);
  document.body.dataset.complete = '';
}

/** Prevents the browser from replacing the demo by a dropped file. */
function keepPage(event) {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  if (event.type === 'drop' && !current.page?.takesFiles) tell(notRead(event.dataTransfer.files));
}

/** @param {FileList} files dropped on a page that reads none */
function notRead(files) {
  const name = files.length > 0 ? files[0].name : 'The file';
  return `${name} was not read: only the Explorer reads files (${FILE_TYPES}). Open the Explorer and drop the file there.`;
}

addEventListener('hashchange', follow);
addEventListener('dragover', keepPage);
addEventListener('drop', keepPage);
addEventListener('pagehide', () => remember.flush());
showMore($('pages'));
follow();
