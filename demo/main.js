/* The shell: which room is open, its address, and what all rooms share on the page: messages and
 * the progress bar. A room knows nothing of the others. */
import { html, render } from 'lit-html';
import { FIRST_ROOM, readAddress, writeAddress } from './address.js';
import { loadAhead } from './ui/preload.js';
import { debounce } from './ui/debounce.js';
import { missingFeature } from './ui/features.js';
import { LATER, ROOMS, THREADS } from './pages.js';

const $ = (id) => document.getElementById(id);
/** How long a state must stand before it enters the address, in milliseconds. */
const SETTLED = 200;
/** A room that takes longer to load says so. */
const PATIENCE = 300;

let current = { name: '', room: null };
/** Loads what is not needed yet, from the first opening on. @type {Promise<void> | null} */
let ahead = null;
/** Counts openings, so that a room that loads late does not open over a newer one. */
let opening = 0;

function tell(message) {
  $('message').textContent = message;
  $('message').hidden = !message;
}

/** Shows how far something is; without a fraction, that it goes on. An empty label hides it. */
function busy(label, fraction) {
  const bar = $('busy').firstElementChild;
  $('busy').hidden = !label;
  $('busy-label').textContent = label;
  if (fraction === undefined) bar.removeAttribute('value');
  else bar.value = fraction;
}

/** The address that is followed: another one has just been chosen, and its event is on the way. */
let followed = location.hash;

const write = (name, params, push) => {
  const address = writeAddress(name, params);
  if (address === location.hash || location.hash !== followed) return;
  if (push) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  followed = location.hash;
};
const remember = debounce(SETTLED, write);

/** What a room gets. Each of its functions does nothing once the room is closed. */
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
    // push: as a step to come back to; settled: no more of this change will come
    remember: alive((state, { push = false, settled = false } = {}) => {
      // what came just before is where going back leads
      if (push) remember.flush();
      remember(name, state, push);
      if (push || settled) remember.flush();
    }),
    tell: alive(tell),
    busy: alive(busy),
  };
}

function showRooms(name) {
  const link = ([key, { title }]) =>
    html`<a href="#/${key}" aria-current=${key === name ? 'page' : 'false'}>${title}</a>`;
  render(Object.entries(ROOMS).map(link), $('rooms'));
  $('rooms').querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
}

/** Empties a pane together with what the template library remembers of it. */
function renew(id) {
  const fresh = $(id).cloneNode(false);
  $(id).replaceWith(fresh);
}

async function openRoom(name, params) {
  const ticket = ++opening;
  const { title, summary, load } = ROOMS[name];
  remember.cancel();
  current.room?.close();
  current = { name, room: null };
  tell('');
  busy('');
  renew('view');
  renew('panel');
  document.title = `${title} · growth-distance`;
  $('title').textContent = title;
  $('summary').textContent = summary;
  document.body.dataset.room = name;
  delete document.body.dataset.ready;
  showRooms(name);
  const waiting = setTimeout(() => ticket === opening && busy(`Opening ${title}`), PATIENCE);
  try {
    const missing = missingFeature();
    if (missing) throw new Error(missing);
    const { open } = await load();
    clearTimeout(waiting);
    if (ticket !== opening) return;
    busy('');
    const room = await open(hostOf(name, params, ticket));
    if (ticket !== opening) return room.close();
    current.room = room;
    document.body.dataset.ready = name;
    ahead ??= loadTheRest();
  } catch (error) {
    clearTimeout(waiting);
    if (ticket !== opening) return;
    busy('');
    tell(explain(error));
  }
}

function explain(error) {
  if (/dynamically imported module|Importing a module script/i.test(error.message))
    return 'This room could not be loaded. Reload the page; if that does not help, the server lacks a file.';
  return error.message;
}

/** Follows the address: another room, or another state of this one. */
function follow() {
  followed = location.hash;
  const { room, params } = readAddress(location.hash);
  if (!Object.hasOwn(ROOMS, room)) {
    if (!current.name) openRoom(FIRST_ROOM, new URLSearchParams());
    tell(`There is no room “${room}”. The rooms are ${Object.keys(ROOMS).join(', ')}.`);
    return;
  }
  if (room !== current.name) openRoom(room, params);
  else {
    remember.cancel();
    tell('');
    current.room?.restore(params);
  }
}

async function loadTheRest() {
  if (navigator.connection?.saveData) return;
  const rooms = Object.values(ROOMS).map(({ load }) => load);
  await loadAhead([...rooms, ...LATER], THREADS);
  document.body.dataset.complete = '';
}

/** The browser must not open a dropped file in place of the page. */
function keepPage(event) {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  if (event.type === 'drop' && !current.room?.takesFiles)
    tell('Files are read in the Explorer: open it and drop this there.');
}

addEventListener('hashchange', follow);
addEventListener('dragover', keepPage);
addEventListener('drop', keepPage);
addEventListener('pagehide', () => remember.flush());
follow();
