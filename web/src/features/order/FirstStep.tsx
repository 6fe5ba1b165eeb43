import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useDraft } from '../../api/order-draft.ts';
import { Notice } from '../../ui/Notice.tsx';
import { giveUpEditing, QuantitiesForm } from './QuantitiesForm.tsx';
import { ORDER_ON_ITS_WAY, useIsPlacing } from './use-place-order.ts';

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
  if (placing) return <Notice>{ORDER_ON_ITS_WAY}</Notice>;
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
 * Whether the draft was ordered while this step was open, by the step that was left or in another tab: it is empty now.
 */
function useWasMade(): boolean {
  const made = useDraft().step3Done;
  const [begun, setBegun] = useState(false);
  if (!made && !begun) setBegun(true);
  return made && begun;
}
