import { useSearchParams } from 'react-router';
import { SignalList } from '../../features/cabinet/signals/SignalList.tsx';
import { SignalRules } from '../../features/cabinet/signals/SignalRules.tsx';

/** /cabinet/signals: fillings that look wrong. With `?part=rules`, the rules by which they are found. */
export default function SignalsPage() {
  const [search] = useSearchParams();
  return search.get('part') === 'rules' ? <SignalRules /> : <SignalList />;
}
