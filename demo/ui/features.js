/* What the demo needs of a browser. */

/** @returns {string} a sentence for the visitor, '' where nothing is missing */
export function missingFeature() {
  if (typeof WebAssembly !== 'object')
    return 'This page computes with WebAssembly, which this browser does not offer or has switched off.';
  return '';
}

/** @returns {string} the same for drawing in three dimensions */
export function missingWebGL() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context
    ? ''
    : 'This page draws with WebGL, which this browser does not offer or has switched off. Flatland works without.';
}
