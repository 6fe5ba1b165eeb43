import { downloadTerms, downloadTermsOfUse } from '#contract/companies/terms.ts';
import { downloadFuelContract } from '#contract/orders/orders.ts';
import { ExternalLink } from '../../../ui/text/TextLink.tsx';

/** Consent that a new user gives by ordering. Members of the programme have agreed already (spec section 2, step 2). */
export function ConsentText() {
  return (
    <p className="type-small ink-2">
      Нажимая «Заказать», вы от имени компании присоединяетесь к{' '}
      <ExternalLink href={downloadFuelContract.path} target="_blank">
        договору топливной программы
      </ExternalLink>
      , принимаете{' '}
      <ExternalLink href={downloadTerms.path} target="_blank">
        рамочное соглашение
      </ExternalLink>{' '}
      и соглашаетесь с{' '}
      <ExternalLink href={downloadTermsOfUse.path} target="_blank">
        условиями использования
      </ExternalLink>
      .
    </p>
  );
}
