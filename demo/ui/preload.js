/* Loads the code of the other pages while the visitor looks at the first one. Afterwards the demo needs
 * no network. */

/** Preloaded worker code: object URLs by address. */
const loaded = new Map();

/** @param {string} url of the worker code */
async function keepThread(url) {
  // in development the code consists of several files
  if (import.meta.env.DEV) return;
  const response = await fetch(url);
  if (!response.ok || loaded.has(url)) return;
  const code = new Blob([await response.text()], { type: 'text/javascript' });
  loaded.set(url, URL.createObjectURL(code));
}

/**
 * Starts a worker, from preloaded code if available.
 * @param {string} url of the code, which must be one file
 */
export const startThread = (url) => new Worker(loaded.get(url) ?? url, { type: 'module' });

const whenIdle = () =>
  new Promise((resolve) =>
    globalThis.requestIdleCallback
      ? requestIdleCallback(resolve, { timeout: 2000 })
      : setTimeout(resolve, 300),
  );

/**
 * Loads modules and worker code one after the other, while the browser is idle. Errors are ignored: the
 * page that needs the code loads it again and shows the error.
 * @param {(() => Promise<unknown>)[]} loads modules
 * @param {string[]} threads URLs of worker code
 */
export async function preload(loads, threads) {
  const all = [...loads, ...threads.map((url) => () => keepThread(url))];
  for (const load of all) {
    await whenIdle();
    await load().catch(() => {});
  }
}
