import type { WireReply, WireRequest } from './serve-wire.ts';

/** Parameters of the calls. Each call has a part of them. */
interface Params {
  Участник: { СвЮЛ?: { ИНН: string }; СвФЛ?: { ИНН: string } };
  Документ: SbisWrittenDocument;
  Фильтр: { ИдентификаторСобытия?: string };
}

interface SbisWrittenDocument {
  Идентификатор: string;
  Состояние?: object;
}

const CHANGES_PAGE_SIZE = 100;

/**
 * Fake of СБИС. It stores its state and implements the documented JSON-RPC. Refusals come with HTTP 500. News is given from a
 * moment on, so that the last event of a page comes again. `instead` answers calls of the service in its place.
 */
export function fakeSbis(instead: () => WireReply | null = () => null) {
  const documents = new Map<string, SbisWrittenDocument>();
  const types = new Set<string>();
  const news: string[] = [];
  let signIns = 0;
  let session: string | null = null;

  const answer = (result: unknown): WireReply => ({ body: { jsonrpc: '2.0', result, id: 1 } });
  const refuse = (code: number): WireReply => ({
    status: 500,
    body: { error: { code, message: 'Документ не найден', details: '' } },
  });

  const reply = ({ path, body, headers }: WireRequest): WireReply => {
    const { method, params } = JSON.parse(body);
    types.add(headers['content-type'] ?? '');
    if (path === '/auth/service/') {
      signIns += 1;
      session = `sid-${signIns}`;
      return answer(session);
    }
    if (headers['x-sbissessionid'] !== session) return { status: 401, body: '' };
    return instead() ?? serve(method, params);
  };

  const serve = (method: string, params: Params): WireReply => {
    switch (method) {
      case 'СБИС.ИнформацияОКонтрагенте': {
        const inn = params.Участник.СвЮЛ?.ИНН ?? params.Участник.СвФЛ?.ИНН;
        if (inn === '7711111111') return refuse(-32_000);
        return answer({ Идентификатор: inn === '7700000000' ? '' : '2BE-1' });
      }
      case 'СБИС.ЗаписатьДокумент': {
        const written: SbisWrittenDocument = params.Документ;
        documents.set(written.Идентификатор, { ...documents.get(written.Идентификатор), ...written });
        return answer(documents.get(written.Идентификатор));
      }
      case 'СБИС.ПрочитатьДокумент': {
        const found = documents.get(params.Документ.Идентификатор);
        return found ? answer(found) : refuse(-32_000);
      }
      case 'СБИС.СписокИзменений':
        return answer(newsFrom(params.Фильтр.ИдентификаторСобытия ?? null));
    }
    return refuse(-32_601);
  };

  const newsFrom = (event: string | null): object => {
    const from = event === null ? 0 : Number(event);
    const page = news.slice(from, from + CHANGES_PAGE_SIZE);
    return {
      Документ: page.map((Идентификатор, index) => ({
        Идентификатор,
        Событие: [{ Идентификатор: String(from + index), ДатаВремя: '15.09.2026 12.00.00' }],
      })),
      Навигация: { ЕстьЕще: from + CHANGES_PAGE_SIZE < news.length ? 'Да' : 'Нет' },
    };
  };

  return {
    reply,
    documents,
    types,
    signIns: () => signIns,
    endSession() {
      session = 'another';
    },
    setState(id: string, state: object) {
      const found = documents.get(id);
      if (found) documents.set(id, { ...found, Состояние: state });
    },
    tell: (id: string) => void news.push(id),
  };
}
