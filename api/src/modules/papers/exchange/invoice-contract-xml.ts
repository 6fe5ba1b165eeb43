import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { advanceTitle, invoicePurpose, type InvoiceDocument } from '../../money/invoices/invoice-pdf.ts';
import { isSoleTrader, splitName } from '../state-forms/state-party.ts';
import {
  hundredths,
  neededText,
  stateDay,
  stateXml,
  xmlText,
  type XmlTree,
} from '../state-forms/state-xml.ts';
import { toNet } from './invoice-xml.ts';

/** The rates as the operator's schema names them. */
const RATE: Readonly<Record<number, string>> = {
  0: 'ZeroPercent',
  5: 'FivePercent',
  7: 'SevenPercent',
  10: 'TenPercent',
  20: 'TwentyPercent',
  22: 'TwentyTwoPercent',
};

/**
 * Writes an invoice in the form of an operator's schema (`ON_CHETOP`, contract 05_01_01). What the schema refuses does not leave.
 */
export function invoiceContractXml(invoice: InvoiceDocument): Buffer {
  const { number, issuedOn, dueOn, seller, buyer, sumKopecks } = invoice;
  const { net, vat } = toNet(invoice);
  const tax = invoice.vat ? { '@Vat': hundredths(vat) } : { '@WithoutVat': 'true' };
  return stateXml({
    XmlProformaInvoice: {
      '@Function': '0',
      '@DocumentDate': stateDay(issuedOn),
      '@DocumentNumber': number,
      '@Currency': '643',
      '@TotalItems': '1',
      Seller: { OrganizationDetails: organization(seller, toBankXml(invoice)) },
      Buyer: { OrganizationDetails: organization(buyer) },
      ProformaInvoiceAdditionalInfo: {
        '@DateRestriction': stateDay(dueOn),
        '@PaymentPurpose': neededText(invoicePurpose(invoice), 210),
      },
      Table: {
        '@TotalWithVatExcluded': hundredths(net),
        ...tax,
        '@Total': hundredths(sumKopecks),
        Item: {
          '@Product': neededText(advanceTitle(invoice), 2000),
          '@Unit': '796',
          '@UnitName': 'шт',
          '@Quantity': '1',
          '@Price': hundredths(net),
          '@PriceWithoutDiscount': hundredths(net),
          '@TaxRate': invoice.vat ? RATE[invoice.vat.ratePercent] : 'NoVat',
          '@SubtotalWithVatExcluded': hundredths(net),
          ...tax,
          '@Subtotal': hundredths(sumKopecks),
        },
      },
      Signers: { Signer: { Fio: signer(invoice) } },
    },
  });
}

function signer({ seller }: InvoiceDocument): XmlTree {
  const { lastname, firstname, middlename } = splitName(seller.signatory?.name ?? seller.director);
  return { '@LastName': lastname, '@FirstName': firstname, '@MiddleName': middlename };
}

function toBankXml({ seller }: InvoiceDocument): XmlTree {
  return {
    '@BankAccountNumber': seller.account,
    '@BankName': neededText(seller.bank, 1000),
    '@BankId': seller.bik,
    '@CorrespondentAccount': seller.corrAccount,
  };
}

function organization(party: PdfParty, bank: XmlTree = {}): XmlTree {
  const address = xmlText(party.address ?? '', 1000);
  return {
    '@OrgType': isSoleTrader(party) ? '1' : '2',
    '@OrgName': neededText(party.name, 1000),
    '@Inn': party.inn,
    '@Kpp': party.kpp || undefined,
    ...bank,
    Address:
      address === undefined ? undefined : { ForeignAddress: { '@Country': '643', '@Address': address } },
  };
}
