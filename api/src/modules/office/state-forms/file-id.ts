import { createHash } from 'node:crypto';

export interface FileIdParts {
  /** Of the form: `ON_NSCHFDOPPR` */
  prefix: string;
  recipient: string;
  sender: string;
  /** `YYYY-MM-DD`: when the file was made. */
  dateIso: string;
  /** What makes it this file and no other: the same gives the same name. */
  about: string;
  /** What the form adds after the GUID: `_0_0_0_0_0_00`. */
  flags: string;
}

/** ИдФайл, which is the name of the file too: sender and recipient stand nowhere else. */
export function fileId({ prefix, recipient, sender, dateIso, about, flags }: FileIdParts): string {
  const day = dateIso.replaceAll('-', '');
  return `${prefix}_${recipient}_${sender}_${day}_${guidOf(about)}${flags}`;
}

/** A participant of the exchange, by the id that an operator gave him, else by INN and KPP. */
export function participantId(party: {
  inn: string;
  kpp?: string | null;
  edmId?: string | undefined;
}): string {
  return party.edmId ?? [party.inn, party.kpp].filter(Boolean).join('-');
}

/** A GUID that is computed (RFC 9562, version 8), so that a file made again is the same file. */
function guidOf(about: string): string {
  const hex = createHash('sha256').update(about).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
