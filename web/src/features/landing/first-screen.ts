/** Where the build writes the styles of the first screen: into the head. */
export const FIRST_STYLES = '%FIRST_STYLES%';

/** Where it writes those of all that comes below: behind the first screen, which is painted without them. */
export const REST_OF_STYLES = '%REST_OF_STYLES%';

/** The id of the first screen's words. */
export const PROMISE = 'promise';
