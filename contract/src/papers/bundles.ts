import { endpoint } from '../endpoint.ts';
import { dayRangeField, MAX_EXCHANGE_DAYS } from './exchange.ts';

/** The signed bundle of a company's books and documents: docs/bundle.md, decision 219. */

/** A bundle is not larger than this. */
export const MAX_BUNDLE_MEGABYTES = 512;

/**
 * Books, documents with their figures and evidence of some days, signed by the portal, so that anyone can recompute them
 * without it. Refuses: 400 a bad period, or more than MAX_BUNDLE_MEGABYTES; 409 a bundle of the company is being written, or the
 * portal has no key to sign with.
 */
export const downloadBundle = endpoint({
  name: 'downloadBundle',
  method: 'GET',
  path: '/api/exchange/bundle',
  summary: 'A signed ZIP of the company’s books, documents and evidence, to be verified without the portal',
  caller: 'assignRoles',
  query: dayRangeField(MAX_EXCHANGE_DAYS),
  kind: 'file',
  mime: 'application/zip',
  source: 'docs/calls.md 30',
});
