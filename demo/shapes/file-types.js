/* The types of files that the demo reads. */

/** As a file picker takes them. */
export const ACCEPTED = '.obj,.stl,.ply,.gltf,.glb';
/** As messages name them. */
export const FILE_TYPES = 'OBJ, STL, PLY, glTF, GLB';
