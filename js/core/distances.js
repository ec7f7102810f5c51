/* The extension of distance, depth and booleans by GJK. The core refuses the latter until it is
 * loaded. */
import { distances as packed } from '../../wasm/dist/extensions-bytes.js';
import { extension } from './extension.js';

export { ERROR_EXTENSION } from '../../wasm/dist/abi.js';

export const distances = /* @__PURE__ */ extension('distances', packed);
