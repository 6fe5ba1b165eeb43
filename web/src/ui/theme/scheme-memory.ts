/** Where the colour scheme that a person chose is kept, and the attribute of the page that carries it. */
export const SCHEME_KEY = 'magistral.colour-scheme';
export const SCHEME_ATTRIBUTE = 'data-colour-scheme';
