import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readRoadMap } from '#contract/programme/stations.ts';
import { PlanForm } from '../../features/cabinet/fuel-plans/PlanForm.tsx';
import { PlanList } from '../../features/cabinet/fuel-plans/PlanList.tsx';
import { PlanSheet } from '../../features/cabinet/fuel-plans/PlanSheet.tsx';
import { readFields, listTowns, writeFields } from '../../features/public/stations/route-fields.ts';
import { RouteForm } from '../../features/public/stations/RouteForm.tsx';
import { ANY_ID, offeredValue } from '../../lib/read-address.ts';
import { useRead } from '../../state/use-call.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';

/** /cabinet/fuel-plans: the plans; `?plan=` one of them, `?new=1` a new one, for the truck and road of the address. */
export default function FuelPlansPage() {
  const [search] = useSearchParams();
  const planId = Number(offeredValue(search.get('plan'), ANY_ID));
  if (planId > 0) return <PlanSheet key={planId} planId={planId} />;
  if (search.get('new') === '1') return <NewPlan />;
  return <PlanList />;
}

function NewPlan() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const [fields, setFields] = useState(() => readFields(search.get('route') ?? ''));
  const roads = useRead(readRoadMap).data?.data;
  const towns = useMemo(() => listTowns(roads, []), [roads]);
  const places = fields.flatMap(({ text, place }) =>
    place ? [{ title: text, lat: place[0], lon: place[1] }] : [],
  );
  const truckId = offeredValue(search.get('truck'), ANY_ID);
  const replacesId = Number(offeredValue(search.get('replaces'), ANY_ID));
  return (
    <PlanForm
      road={
        <RouteForm
          fields={fields}
          towns={towns}
          onChange={(next) => {
            setFields(next);
            write({ route: writeFields(next) });
          }}
          pickingKey={null}
          onPick={() => undefined}
          canPick={false}
        />
      }
      points={places.length === fields.length ? places : null}
      truckId={truckId}
      onTruck={(id) => write({ truck: id })}
      replacesId={replacesId > 0 ? replacesId : null}
    />
  );
}
