import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isFullName } from '#contract/programme/requisites.ts';
import { accountProblem, requisitesProblems } from '#contract/values/requisites.ts';
import { VAT_SCHEMES } from '#contract/values/vat-scheme.ts';
import { ConfigError } from './environment.ts';
import { GENERAL_SCHEDULE } from './lib/vat.ts';

/** VAT by day: the general rate, and how the operator itself is taxed. Each list begins no later than the general one does. */
const vatSchema = z
  .object({
    rates: z
      .array(z.object({ since: z.iso.date(), percent: z.number().int().min(1).max(99) }))
      .min(1)
      .default([...GENERAL_SCHEDULE.rates]),
    schemes: z
      .array(z.object({ since: z.iso.date(), scheme: z.enum(VAT_SCHEMES) }))
      .min(1)
      .default([...GENERAL_SCHEDULE.schemes]),
  })
  .refine(
    ({ rates, schemes }) =>
      [rates, schemes].every((list) => new Set(list.map(({ since }) => since)).size === list.length),
    { message: 'two entries begin on one day' },
  );

function isWholeKopecks(rubles: number): boolean {
  return Math.abs(rubles * 100 - Math.round(rubles * 100)) < 1e-6;
}

/** Returns a sentence when documents in the State's forms would be signed by initials; null: all is well. */
export function findSignerProblem({ requisites }: Operator): string | null {
  const { signatory, director } = requisites;
  if (signatory || isFullName(director)) return null;
  return `Руководитель программы записан с инициалами («${director}»): с ними уйдут УПД и акты в XML. Укажите полное имя подписанта в разделе «Реквизиты».`;
}

/**
 * The configuration file of the programme's operator. Name, requisites, accounts, VAT and terms are stored from it at the
 * first start; from then on staff change them on the screens (`ProgrammeBook`), and the file no longer decides.
 */
const operatorSchema = z.object({
  name: z.string().min(1),
  phone: z.string().min(1),
  email: z.string().min(1),
  chatUrl: z.string().min(1),
  invoicePrefix: z.string().regex(/^[А-ЯA-Z]{0,4}-?$/, 'up to four letters and a hyphen'),
  /** Days within which an invoice is to be paid. */
  invoiceDueDays: z.number().int().min(1).max(90),
  /** Working days within which a client may object to a document. */
  objectionDays: z.number().int().min(1).max(60).default(10),
  /** Virtual cards of a first order that needs no staff once it is paid; 0: staff approve each first order (decision 210). */
  firstOrderMaxCards: z.number().int().min(0).max(20).default(0),
  /** The sum to add that such an order may name, in whole rubles. */
  firstOrderMaxRubles: z.number().int().min(0).max(1_000_000).default(0),
  requisites: z.object({
    name: z.string(),
    inn: z.string(),
    kpp: z.string(),
    ogrn: z.string(),
    address: z.string(),
    phone: z.string(),
    account: z.string(),
    bik: z.string(),
    bank: z.string(),
    corrAccount: z.string(),
    director: z.string(),
    accountant: z.string(),
    /** The id that the operator of electronic documents gave; without one files are named by INN and KPP. */
    edmId: z
      .string()
      .regex(/^[0-9A-Za-z-]{4,46}$/, 'letters, digits and hyphens, 4 to 46')
      .optional(),
    /** The signatory of documents in the State's forms. By default the director, acting without a power of attorney. */
    signatory: z
      .object({
        position: z.string().min(1).max(255),
        name: z
          .string()
          .max(180)
          .refine(
            isFullName,
            'the whole name as in the certificate, without initials: «Иванов Иван Петрович»',
          ),
        /** A machine-readable electronic power of attorney (МЧД), and the system that stores it. */
        proxy: z
          .object({
            number: z.uuid(),
            issued: z.iso.date(),
            system: z.string().min(1).max(500),
            url: z.string().min(1).max(500).optional(),
          })
          .optional(),
      })
      .optional(),
  }),
  /** Default: the general rate of the law and a seller who pays VAT. */
  vat: vatSchema.default({ rates: [...GENERAL_SCHEDULE.rates], schemes: [...GENERAL_SCHEDULE.schemes] }),
  /** News of the programme, by default ours. The HTML is sanitised before it is shown. */
  news: z.array(z.object({ date: z.iso.date(), title: z.string().min(1), html: z.string() })).optional(),
  /** Further accounts of the programme: a payment between own accounts is not a top-up. */
  otherAccounts: z.array(z.object({ account: z.string(), bik: z.string() })).default([]),
  partners: z
    .array(
      z.object({
        id: z.number().int().min(1).max(4),
        key: z.string(),
        title: z.string(),
        active: z.boolean(),
        cardPriceRubles: z.number().nonnegative(),
      }),
    )
    .length(4),
  /** Figures that the landing page promises. It does not show what is not given. */
  landing: z
    .strictObject({
      benefit: z
        .strictObject({ figure: z.string().trim().min(1).max(16), text: z.string().trim().min(1).max(80) })
        .optional(),
      litreDiscountRubles: z
        .number()
        .positive()
        .max(50)
        .refine(isWholeKopecks, 'more than two decimals')
        .optional(),
    })
    .default({}),
  /** Shown from its first to its last Moscow day. */
  holidayNotice: z
    .object({ title: z.string(), text: z.string(), from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { message: 'begins after its end', path: ['from'] })
    .nullable()
    .default(null),
});

export type Operator = z.infer<typeof operatorSchema>;

/**
 * The operator by day: what staff have entered over the file. A document names the operator of its own day; a page and
 * a message that of today.
 */
export interface ProgrammeBook {
  /** Returns the operator of a Moscow day, `YYYY-MM-DD`; the same object while nothing differs. */
  on(day: string): Operator;
  /** Returns the operator of the current Moscow day. */
  today(): Operator;
  /** Lists each own account of any day: a statement of a closed account may still be loaded. */
  accounts(): readonly { account: string; bik: string }[];
  /** Reads what staff have changed, here or in another process. */
  reread(): Promise<void>;
}

/**
 * The announcement of the operator's file on a Moscow day. The file that comes with the product has one of the
 * specification, of 2024: outside the demonstration an announcement that is over is none.
 */
export function noticeOfFile(
  { demo, operator }: { demo: boolean; operator: Operator },
  today: string,
): Operator['holidayNotice'] {
  const { holidayNotice } = operator;
  return holidayNotice && !demo && holidayNotice.to < today ? null : holidayNotice;
}

/** Throws ConfigError: there is no such file, it is no JSON, or what `parseOperatorFile` refuses. */
export function readOperatorFile(file: string): Operator {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : String(code);
    throw new ConfigError(`The operator's file ${file} (OPERATOR_FILE) can't be read: ${why}.`);
  }
  return parseOperatorFile(text);
}

/** Throws ConfigError that names every mistake: a mistyped account would stand on every invoice. */
export function parseOperatorFile(text: string): Operator {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`The operator's file is no JSON. ${(error as Error).message}`);
  }
  const read = operatorSchema.safeParse(json);
  if (!read.success) throw new ConfigError(`The operator's file is wrong. ${z.prettifyError(read.error)}`);
  const { requisites, otherAccounts } = read.data;
  const problems = [
    // A sole trader has no KPP and leaves it empty.
    ...requisitesProblems({ ...requisites, kpp: requisites.kpp || null }),
    ...otherAccounts.flatMap(({ account, bik }) => {
      const problem = accountProblem(account, bik);
      return problem === null ? [] : [`${account}: ${problem}`];
    }),
  ];
  if (problems.length > 0) throw new ConfigError(`The operator's file is wrong. ${problems.join('; ')}`);
  return read.data;
}
