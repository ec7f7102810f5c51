/** Whether a value is an array or a typed array. @param {unknown} v @returns {v is ArrayLike<any>} */
export const isList = (v) =>
  Array.isArray(v) || (ArrayBuffer.isView(v) && !(v instanceof DataView));
