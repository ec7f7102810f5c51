/* The browser features that the demo needs. */

/** @returns {string} a sentence for the visitor if WebAssembly is missing, otherwise '' */
export function missingFeature() {
  if (typeof WebAssembly !== 'object')
    return 'This page needs WebAssembly, which this browser does not support or has switched off.';
  return '';
}

/** @returns {string} a sentence for the visitor if WebGL is missing, otherwise '' */
export function missingWebGL() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context
    ? ''
    : 'This page needs WebGL, which this browser does not support or has switched off. The page Flatland works without WebGL.';
}
