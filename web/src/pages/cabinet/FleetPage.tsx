import { useSearchParams } from 'react-router';
import { FleetList } from '../../features/cabinet/fleet/FleetList.tsx';
import { EditLayer } from '../../features/cabinet/rules/EditLayer.tsx';
import { Telematics } from '../../features/cabinet/telematics/Telematics.tsx';
import { VehicleSheet } from '../../features/cabinet/fleet/VehicleSheet.tsx';
import { ANY_ID, offeredValue } from '../../lib/read-address.ts';

/** /cabinet/fleet: the company's trucks, or with `?truck=` one of them; with `?part=wialon` where they are. */
export default function FleetPage() {
  const [search] = useSearchParams();
  const vehicleId = Number(offeredValue(search.get('truck'), ANY_ID));
  if (vehicleId > 0) return <VehicleSheet key={vehicleId} vehicleId={vehicleId} />;
  return search.get('part') === 'wialon' ? <Telematics /> : <FleetList GroupRules={EditLayer} />;
}
