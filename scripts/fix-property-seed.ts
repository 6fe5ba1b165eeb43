import fc from 'fast-check';

/**
 * Plays the same generated inputs in every run of the property tests, so that a green run stays green (decision 139).
 * `PROPERTY_SEED=7` plays others, `PROPERTY_SEED=new` each time new ones.
 */
const { PROPERTY_SEED = '1' } = process.env;
const seed = PROPERTY_SEED === 'new' ? Date.now() % 2 ** 31 : Number(PROPERTY_SEED);
if (!Number.isSafeInteger(seed))
  throw new Error(`PROPERTY_SEED=${PROPERTY_SEED} is neither a whole number nor “new”`);
fc.configureGlobal({ seed });
