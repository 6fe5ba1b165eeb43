/** Fonts come first, then tokens, then the base of every page, on paper too. */
import '@fontsource-variable/golos-text';
import './figures.css';
import './stand-in.css';
import './tokens.css';
import './base.css';
import './print.css';
