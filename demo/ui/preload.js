/* What other rooms will need, loaded while the visitor looks at the first one: afterwards the page
 * needs no network. */

/** Where the code of a thread is, once it has been loaded: address by address. */
const loaded = new Map();

/** @param {string} url of the code of a thread */
async function keepThread(url) {
  // while developing it is not one file
  if (import.meta.env.DEV) return;
  const response = await fetch(url);
  if (!response.ok || loaded.has(url)) return;
  const code = new Blob([await response.text()], { type: 'text/javascript' });
  loaded.set(url, URL.createObjectURL(code));
}

/**
 * Starts a thread, from what was loaded ahead where that is there.
 * @param {string} url of its code, which must be one file
 */
export const startThread = (url) => new Worker(loaded.get(url) ?? url, { type: 'module' });

const whenIdle = () =>
  new Promise((resolve) =>
    globalThis.requestIdleCallback
      ? requestIdleCallback(resolve, { timeout: 2000 })
      : setTimeout(resolve, 300),
  );

/**
 * One after the other, whenever the page has nothing to do. What fails is loaded when it is needed,
 * and explained then.
 * @param {(() => Promise<unknown>)[]} loads modules
 * @param {string[]} threads
 */
export async function loadAhead(loads, threads) {
  const all = [...loads, ...threads.map((url) => () => keepThread(url))];
  for (const load of all) {
    await whenIdle();
    await load().catch(() => {});
  }
}
