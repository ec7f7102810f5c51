/* `Symbol.dispose`, which makes `using` work. Where the engine does not have it yet, a symbol of its
 * own stands in, so that nothing global is changed.
 *
 * The symbol by which Node's console asks an object for what to print is registered under a name, so
 * nothing of Node is imported. */

const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');
const INSPECT = /* @__PURE__ */ Symbol.for('nodejs.util.inspect.custom');

/**
 * The symbol of `using` if the user's TypeScript has it, otherwise never. It is looked up, so that the
 * declarations need no library beyond ES2022.
 * @typedef {Extract<SymbolConstructor['dispose' & keyof SymbolConstructor], symbol>} DisposeSymbol
 */

/** @typedef {{ dispose(): void } & { [S in DisposeSymbol]: () => void }} Held */

/** The summary of what has been disposed of. @internal */
export const DISPOSED = /* @__PURE__ */ Object.freeze({ disposed: true });

/** The one class with a computed name, which bundlers keep even if unused. */
class Holder {
  dispose() {} // unreachable: every class has its own

  [DISPOSE]() {
    this.dispose();
  }

  /** What a console shows of the object. @type {Record<string, unknown>} */
  get summary() {
    return {}; // unreachable: every class has its own
  }

  /**
   * The summary as an object of the same class, which Node prints with the name of the class; a text if
   * the object has been disposed of.
   */
  [INSPECT]() {
    try {
      const { summary } = this;
      if (summary.disposed === true) return `${this.constructor.name} (disposed)`;
      const shown = Object.getOwnPropertyDescriptors(summary);
      // without INSPECT, or Node would call it again
      return Object.create(Object.getPrototypeOf(this), { ...shown, [INSPECT]: {} });
    } catch {
      return this; // the prototype of a class has nothing to show
    }
  }
}

/** What holds memory of the module. */
export const Disposable = /** @type {new () => Held} */ (/** @type {unknown} */ (Holder));
