/** Style sheets in the order that matters: the tokens, then what every page stands on. */
import '@fontsource-variable/golos-text';
import './figures.css';
import './stand-in.css';
import './tokens.css';
import './base.css';
