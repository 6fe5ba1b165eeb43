import { createHash } from 'node:crypto';

export interface FileIdParts {
  /** `ON_NSCHFDOPPR`, and what the form adds after the GUID: `_0_0_0_0_0_00`. */
  form: { prefix: string; flags: string };
  seller: Participant;
  buyer: Participant;
  /** `YYYY-MM-DD`: when the file was made. */
  dateIso: string;
  /** Identifies this file. The same value gives the same name. */
  about: string;
}

interface Participant {
  inn: string;
  kpp?: string | null;
  edmId?: string | undefined;
}

/** ИдФайл of what the seller sends, which is the name of the file too: sender and recipient stand nowhere else. */
export function fileId({ form: { prefix, flags }, seller, buyer, dateIso, about }: FileIdParts): string {
  const day = dateIso.replaceAll('-', '');
  return `${prefix}_${participantId(buyer)}_${participantId(seller)}_${day}_${toGuid(about)}${flags}`;
}

/** A participant of the exchange, by the id that an operator gave him, else by INN and KPP. */
export function participantId(party: Participant): string {
  return party.edmId ?? [party.inn, party.kpp].filter(Boolean).join('-');
}

/** A GUID that is computed (RFC 9562, version 8), so that a file made again is the same file. */
function toGuid(about: string): string {
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
