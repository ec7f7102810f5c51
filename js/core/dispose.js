/* Disposable: the base class of objects that own module memory. It supports `using` and Node's console.
 *
 * If the engine has no `Symbol.dispose`, a registered symbol replaces it, and no global object changes.
 * Node's inspection symbol is a registered symbol too, so this file imports nothing from Node. */

const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');
const INSPECT = /* @__PURE__ */ Symbol.for('nodejs.util.inspect.custom');

/**
 * The type of `Symbol.dispose` if the user's TypeScript library declares it, otherwise never. The
 * conditional lookup lets the declarations compile with the library ES2022.
 * @typedef {Extract<SymbolConstructor['dispose' & keyof SymbolConstructor], symbol>} DisposeSymbol
 */

/** @typedef {{ dispose(): void } & { [S in DisposeSymbol]: () => void }} Held */

/** The summary of every object after dispose(). @internal */
export const DISPOSED = /* @__PURE__ */ Object.freeze({ disposed: true });

/** The only class with a computed method name: bundlers keep such a class even if it is unused. */
class Holder {
  dispose() {} // unreachable: every subclass overrides it

  [DISPOSE]() {
    this.dispose();
  }

  /** The properties that a console shows. @type {Record<string, unknown>} */
  get summary() {
    return {}; // unreachable: every subclass overrides it
  }

  /**
   * Called by Node's console. Returns an object of the same class with the properties of the summary, so
   * that Node prints the class name. After dispose() it returns a string.
   */
  [INSPECT]() {
    try {
      const { summary } = this;
      if (summary.disposed === true) return `${this.constructor.name} (disposed)`;
      const shown = Object.getOwnPropertyDescriptors(summary);
      // hide this method, because Node would call it again on the returned object
      return Object.create(Object.getPrototypeOf(this), { ...shown, [INSPECT]: {} });
    } catch {
      return this; // a class prototype has no private fields to show
    }
  }
}

/** Base class of objects that own memory of the module. */
export const Disposable = /** @type {new () => Held} */ (/** @type {unknown} */ (Holder));
