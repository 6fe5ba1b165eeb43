import { lawOn } from '#contract/values/law-by-date.ts';
import type { EdmDocument, FormalisedKind, PowerOfAttorney } from './edm-operator.ts';

/** Settings of the drafts that our box creates. */
export interface DraftSettings {
  boxId: string;
  /** Under which documents are signed. Null means the signer's own right. */
  powerOfAttorney?: PowerOfAttorney | null;
  /** Order by which acts of reconciliation are made, one of two (405@ and 420). */
  reconciliationOrder?: '405' | '420';
}

interface DiadocType {
  TypeNamedId: string;
  Function: string;
  Version: string;
}

/** Makes the body of PostMessage V3: a draft that a person signs and sends; a document in the State's form is marked as such a title. */
export function toDraft(manner: DraftSettings, document: EdmDocument): object {
  const { boxId, name, number, dateIso, bytes, formalised } = document;
  const metadata = {
    FileName: name,
    DocumentNumber: number,
    DocumentDate: dateIso.split('-').toReversed().join('.'),
  };
  const content = {
    Content: Buffer.from(bytes).toString('base64'),
    ...(formalised &&
      manner.powerOfAttorney && { PowerOfAttorney: toPowerOfAttorney(manner.powerOfAttorney) }),
  };
  return {
    FromBoxId: manner.boxId,
    ToBoxId: boxId,
    IsDraft: true,
    DocumentAttachments: [
      {
        ...(formalised ? getDocumentType(formalised, manner, document) : { TypeNamedId: 'Nonformalized' }),
        SignedContent: content,
        NeedRecipientSignature: true,
        // A title contains its number and date itself.
        ...(!formalised && {
          Metadata: Object.entries(metadata).map(([Key, Value]) => ({ Key, Value })),
        }),
      },
    ],
  };
}

function toPowerOfAttorney({ number, issuerInn }: PowerOfAttorney): object {
  return { FullId: { RegistrationNumber: number, IssuerInn: issuerInn }, UseDefault: false };
}

function getDocumentType(
  kind: FormalisedKind,
  { reconciliationOrder = '405' }: DraftSettings,
  { bytes, dateIso }: EdmDocument,
): DiadocType {
  if (kind === 'reconciliation')
    return {
      TypeNamedId: 'ReconciliationAct',
      Function: 'default',
      Version: `reconciliationact${reconciliationOrder}_05_01_01`,
    };
  if (kind === 'ukd')
    return {
      TypeNamedId: 'UniversalCorrectionDocument',
      Function: 'КСЧФДИС',
      Version: lawOn('ukdFormat', dateIso).diadoc,
    };
  return {
    TypeNamedId: 'UniversalTransferDocument',
    Function: getTitleFunction(bytes),
    Version: lawOn('updFormat', dateIso).diadoc,
  };
}

/** Returns СЧФДОП, СЧФ or ДОП, as the title itself states. Each word has its own bytes in windows-1251. */
function getTitleFunction(bytes: Uint8Array): string {
  const title = Buffer.from(bytes);
  if (title.includes(INVOICE_ONLY_FUNCTION)) return 'СЧФ';
  return title.includes(INVOICE_FUNCTION) ? 'СЧФДОП' : 'ДОП';
}

/** `="СЧФДОП"` in windows-1251. */
const INVOICE_FUNCTION = Buffer.from([0x3d, 0x22, 0xd1, 0xd7, 0xd4, 0xc4, 0xce, 0xcf, 0x22]);
/** `="СЧФ"` in windows-1251. */
const INVOICE_ONLY_FUNCTION = Buffer.from([0x3d, 0x22, 0xd1, 0xd7, 0xd4, 0x22]);
