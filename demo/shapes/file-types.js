/* The file types that the demo reads. */

/** For file pickers. */
export const ACCEPTED = '.obj,.stl,.ply,.gltf,.glb';
/** For messages. */
export const FILE_TYPES = 'OBJ, STL, PLY, glTF, GLB';
