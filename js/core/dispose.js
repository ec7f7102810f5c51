/// <reference lib="esnext.disposable" preserve="true" />
/* `Symbol.dispose`, which makes `using` work. Where the engine does not have it yet, a symbol of its
 * own stands in, so that nothing global is changed. */

/** @type {typeof Symbol.dispose} */
export const DISPOSE =
  Symbol.dispose ?? /** @type {typeof Symbol.dispose} */ (Symbol.for('Symbol.dispose'));

/** What holds memory of the module. The one class with a computed name, which bundlers keep even if unused. */
export class Disposable {
  dispose() {} // unreachable: every class has its own

  [DISPOSE]() {
    this.dispose();
  }
}
