import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readRoadMap } from '#contract/programme/stations.ts';
import { PlanForm } from '../../features/cabinet/fuel-plans/PlanForm.tsx';
import { PlanList } from '../../features/cabinet/fuel-plans/PlanList.tsx';
import { PlanSheet } from '../../features/cabinet/fuel-plans/PlanSheet.tsx';
import { canDrawMap } from '../../features/public/stations/can-draw-map.ts';
import { TripMap } from '../../features/public/stations/TripMap.tsx';
import type { DrawTrip } from '../../features/cabinet/fuel-plans/plan-labels.ts';
import { readFields, listTowns, writeFields } from '../../features/public/stations/route-fields.ts';
import { RouteForm } from '../../features/public/stations/RouteForm.tsx';
import { ANY_ID, offeredValue } from '../../lib/read-address.ts';
import { useRead } from '../../state/use-call.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';

/** /cabinet/fuel-plans: the plans; `?plan=` one of them, `?new=1` a new one, for the truck and road of the address. */
export default function FuelPlansPage() {
  const [search] = useSearchParams();
  const drawTrip = useTripMap();
  const planId = Number(offeredValue(search.get('plan'), ANY_ID));
  if (planId > 0) return <PlanSheet key={planId} planId={planId} drawTrip={drawTrip} />;
  if (search.get('new') === '1') return <NewPlan drawTrip={drawTrip} />;
  return <PlanList />;
}

/** Returns what draws the map of a plan's trip, or null on a device that can draw none: the stops say all of it. */
function useTripMap(): DrawTrip {
  const [hasMap, setHasMap] = useState(canDrawMap);
  if (!hasMap) return null;
  return ({ points, stops }) => (
    <TripMap points={points} stops={stops} onUnavailable={() => setHasMap(false)} />
  );
}

function NewPlan({ drawTrip }: { drawTrip: DrawTrip }) {
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
      drawTrip={drawTrip}
    />
  );
}
