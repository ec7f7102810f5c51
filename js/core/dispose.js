/* `Symbol.dispose`, which makes `using` work. Where the engine does not have it yet, a symbol of its
 * own stands in, so that nothing global is changed. */

const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * The symbol of `using` if the user's TypeScript has it, otherwise never. It is looked up, so that the
 * declarations need no library beyond ES2022.
 * @typedef {Extract<SymbolConstructor['dispose' & keyof SymbolConstructor], symbol>} DisposeSymbol
 */

/** @typedef {{ dispose(): void } & { [S in DisposeSymbol]: () => void }} Held */

/** The one class with a computed name, which bundlers keep even if unused. */
class Holder {
  dispose() {} // unreachable: every class has its own

  [DISPOSE]() {
    this.dispose();
  }
}

/** What holds memory of the module. */
export const Disposable = /** @type {new () => Held} */ (/** @type {unknown} */ (Holder));
