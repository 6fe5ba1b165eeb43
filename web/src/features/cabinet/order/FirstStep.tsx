import { useState } from 'react';
import { Navigate, NavigationType, useNavigate, useNavigationType } from 'react-router';
import { useDraft } from '../../../state/order-draft.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { wasCreatedShown } from './created-shown.ts';
import { giveUpEditing, QuantitiesForm } from './QuantitiesForm.tsx';
import { ORDER_PENDING, useIsPlacing } from './use-place-order.ts';

type Props = {
  /** Step 2. */
  nextTo: string;
  /** The created order. */
  createdTo: string;
};

/** Step 1, in the wizard and in the cabinet: an order that is on its way or was made is not filled in once more. */
export function FirstStep({ nextTo, createdTo }: Props) {
  const navigate = useNavigate();
  const placing = useIsPlacing();
  const made = useWasMade();
  if (made) return <Navigate to={createdTo} replace />;
  if (placing) return <Notice>{ORDER_PENDING}</Notice>;
  return (
    <QuantitiesForm
      onNext={() => void navigate(nextTo)}
      onCancelEdit={() => {
        giveUpEditing();
        void navigate(createdTo);
      }}
    />
  );
}

/**
 * Returns whether the draft is empty because its order was created: while this step was open, by the previous step or
 * in another tab; or before the user came back here from the created order, which is forgotten only through its own
 * exits.
 */
function useWasMade(): boolean {
  const made = useDraft().step3Done;
  const cameBack = useNavigationType() === NavigationType.Pop && wasCreatedShown();
  const [started, setStarted] = useState(cameBack);
  if (!made && !started) setStarted(true);
  return made && started;
}
