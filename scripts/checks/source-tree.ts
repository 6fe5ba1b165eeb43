export type Fault = { file: string; message: string };

/** File paths from the root, with slashes → their texts. */
export type SourceTree = Map<string, string>;
