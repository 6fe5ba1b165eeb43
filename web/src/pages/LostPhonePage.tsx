import { LostPhoneForm } from '../features/public/lost-phone/LostPhoneForm.tsx';
import { WizardLayout } from '../layouts/WizardLayout.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { paths } from '../paths.ts';
import { listContacts } from '../public-documents.ts';
import { useOperator } from '../state/use-operator.ts';

const TITLE = 'Нет доступа к номеру';

/** `/lost-phone`: asks for another phone to sign in by. */
export default function LostPhonePage() {
  const operator = useOperator();
  useDocumentTitle(TITLE, operator.name);
  return (
    <WizardLayout
      operatorName={operator.name}
      contacts={listContacts(operator)}
      title={TITLE}
      note="Новый номер разрешают двое сотрудников программы"
      leave={{ to: paths.login, label: 'Ко входу' }}
    >
      <LostPhoneForm />
    </WizardLayout>
  );
}
