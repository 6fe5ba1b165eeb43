/** A placeholder: the build puts the first screen's styles here, in the head. */
export const FIRST_STYLES = '%FIRST_STYLES%';

/** A placeholder for the styles of everything below: after the first screen, which is painted without them. */
export const REST_OF_STYLES = '%REST_OF_STYLES%';

/** A placeholder for the fonts that are fetched: at the end, for a browser asks for them while it paints the first text. */
export const FONTS = '%FONTS%';

/** The id of the first screen's text. */
export const PROMISE = 'promise';
