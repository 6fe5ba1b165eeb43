import { Fragment } from 'react';
import { telHref } from '../lib/tel-href.ts';
import { ExternalLink } from '../ui/text/TextLink.tsx';

/** Shows a sentence that asks to call. The number in it can be clicked. */
export function TextWithPhone({ text, phone }: { text: string; phone: string }) {
  if (phone === '' || !text.includes(phone)) return text;
  return text.split(phone).map((part, at) => (
    // The parts of a sentence have no other name.
    // eslint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <ExternalLink href={telHref(phone)}>{phone}</ExternalLink>}
      {part}
    </Fragment>
  ));
}
