/* Loads the code of the other pages while the visitor looks at the first one. After that the demo needs
 * no network. */

/** Preloaded code of workers: object URLs by address. */
const loaded = new Map();

/** @param {string} url of the code of a thread */
async function keepThread(url) {
  // in development the code is not one file
  if (import.meta.env.DEV) return;
  const response = await fetch(url);
  if (!response.ok || loaded.has(url)) return;
  const code = new Blob([await response.text()], { type: 'text/javascript' });
  loaded.set(url, URL.createObjectURL(code));
}

/**
 * Starts a worker, from its preloaded code if there is any.
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
 * Loads one after the other while the browser is idle. A load that fails here is repeated, and its
 * error shown, when the code is needed.
 * @param {(() => Promise<unknown>)[]} loads modules
 * @param {string[]} threads
 */
export async function preload(loads, threads) {
  const all = [...loads, ...threads.map((url) => () => keepThread(url))];
  for (const load of all) {
    await whenIdle();
    await load().catch(() => {});
  }
}
