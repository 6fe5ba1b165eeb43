import type { FastifyInstance } from 'fastify';
import * as staffCalls from '#contract/backoffice/staff.ts';
import * as programmeCalls from '#contract/programme/staff-programme.ts';
import * as calls from '#contract/programme/stations.ts';
import type { Context } from '../../../context.ts';
import { readRoads } from '../../../gateways/routing/roads.ts';
import { bind } from '../../../http/bind.ts';
import { buildRoute } from './build-route.ts';
import { planRouteFuel } from './plan-route-fuel.ts';
import { presentFuelPlan, presentLoad, presentRoadMap, presentRoute } from './present.ts';
import { previewStations } from './preview-stations.ts';
import { replaceStations, listLoads } from './station-loads.ts';
import { serveStationMap } from './serve-station-map.ts';
import { serveStationPicture } from './station-picture.ts';
import { stationCsv } from './station-csv.ts';
import { listStations } from './stations.ts';
import { undoStations } from './undo-stations.ts';

/** The list is public and changes rarely: browsers may store it, and asking again costs a 304. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';

export function stationRoutes(app: FastifyInstance, ctx: Context): void {
  const stationMap = serveStationMap(ctx);
  const pictures = serveStationPicture(ctx);
  const routing = { perMinute: ctx.config.routesPerMinute };

  bind(app, ctx, calls.listStations, async ({ request }) => {
    const map = await stationMap(String(request.headers['accept-encoding'] ?? ''));
    return {
      file: map.body,
      name: 'stations.json',
      mime: 'application/json; charset=utf-8',
      inline: true,
      headers: {
        etag: map.etag,
        'cache-control': CACHE_CONTROL,
        vary: 'accept-encoding',
        ...(map.encoding ? { 'content-encoding': map.encoding } : {}),
      },
    };
  });

  bind(app, ctx, calls.downloadStationList, async () => ({
    file: Buffer.from(stationCsv(await listStations(ctx.db.system))),
    name: 'Список АЗС.csv',
    mime: 'text/csv; charset=utf-8',
    headers: { 'cache-control': CACHE_CONTROL },
  }));

  bind(app, ctx, calls.drawStations, async () => {
    const picture = await pictures();
    return {
      file: picture.bytes,
      name: 'stations.svg',
      mime: 'image/svg+xml',
      inline: true,
      headers: { etag: picture.etag, 'cache-control': CACHE_CONTROL },
    };
  });

  bind(
    app,
    ctx,
    calls.buildRoute,
    async ({ query }) => {
      const route = await buildRoute(ctx, query.points);
      return {
        data: {
          ...presentRoute(route),
          path: route.path.map(([lat, lon]): [number, number] => [lat, lon]),
        },
      };
    },
    routing,
  );

  bind(app, ctx, calls.readRoadMap, async () => ({
    data: presentRoadMap(readRoads()),
    headers: { 'cache-control': 'public, max-age=3600' },
  }));

  bind(
    app,
    ctx,
    calls.planFuel,
    async ({ body, request }) => ({
      data: presentFuelPlan(
        await planRouteFuel(
          ctx,
          {
            points: body.points,
            tankLitres: body.tank_litres,
            litresPer100Km: body.litres_per_100km,
            startLitres: body.start_litres,
            reserveLitres: body.reserve_litres,
            partners: body.partners ?? null,
            limits: (body.limits ?? []).map(({ partner_id: partnerId, unit, left }) => ({
              partnerId,
              unit,
              left,
            })),
          },
          request.signal,
        ),
      ),
    }),
    routing,
  );

  bind(app, ctx, staffCalls.loadStations, async ({ file, body, session }) => ({
    data: {
      stations: await replaceStations(ctx, { file, version: body.version, staffId: session.userId }),
    },
  }));

  bind(app, ctx, programmeCalls.previewStations, async ({ file }) => ({
    data: await previewStations(ctx, file),
  }));

  bind(app, ctx, programmeCalls.listStationLoads, async () => ({
    data: (await listLoads(ctx.db.system)).map(presentLoad),
  }));

  bind(app, ctx, programmeCalls.undoStations, async ({ params, session, from }) => {
    const input = { loadId: params.id, staffId: session.userId, ip: from.ip };
    return { data: { stations: await undoStations(ctx, input) } };
  });
}
