/** A form of the State's exchange, and what its files are checked against. */
export interface StateForm {
  /** The first part of a file's name. */
  prefix: string;
  knd: string;
  version: string;
  /** What follows the GUID in a file's name. */
  flags: string;
  /** Our own rules about its structure, a file beside this one: they are there on every machine. */
  ownRules: string;
  /** A file of the folder of the State's schemas (`STATE_SCHEMAS`); null: none was to be had. */
  schema: StateSchema | null;
}

export interface StateSchema {
  file: string;
  /** What a newer version of the form says otherwise, each as text that is replaced by text. */
  amendments?: readonly { from: string; to: string }[];
}

/**
 * УПД by order ЕД-7-26/970@. The schema of version 5.03 is not published where we could read it; that of 5.02 has the same
 * structure. It lacks the rates of VAT that came after it.
 */
const UPD: StateForm = {
  prefix: 'ON_NSCHFDOPPR',
  knd: '1115131',
  version: '5.03',
  flags: '_0_0_0_0_0_00',
  ownRules: 'upd-rules.xsd',
  schema: {
    file: 'ON_NSCHFDOPPR_1_997_01_05_02_01.xsd',
    amendments: [
      { from: '<xs:enumeration value="5.02" />', to: '<xs:enumeration value="5.03" />' },
      {
        from: '<xs:enumeration value="20/120" />',
        to: ['20/120', '5%', '7%', '22%', '5/105', '7/107', '22/122']
          .map((rate) => `<xs:enumeration value="${rate}" />`)
          .join(''),
      },
    ],
  },
};

/** УКД by order ЕД-7-26/736@. Its schema was not to be had: our own rules alone. */
const UKD: StateForm = {
  prefix: 'ON_NKORSCHFDOPPR',
  knd: '1115133',
  version: '5.01',
  flags: '',
  ownRules: 'ukd-rules.xsd',
  schema: null,
};

export const STATE_FORMS = { upd: UPD, ukd: UKD } as const satisfies Record<string, StateForm>;
