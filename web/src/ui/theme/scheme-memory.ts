/** The storage key of the chosen colour scheme, and the attribute of the page that carries it. */
export const SCHEME_KEY = 'magistral.colour-scheme';
export const SCHEME_ATTRIBUTE = 'data-colour-scheme';
