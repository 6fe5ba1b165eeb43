import type { WireReply, WireRequest } from './serve-wire.ts';

export interface DiadocWireDocument {
  /** TypeNamedId. */
  type: string;
  name: string;
  /** `DD.MM.YYYY`, the document's own. */
  date: string;
  bytes: Buffer;
  /** The message that a person has made from the draft. Null means still a draft. */
  letter: string | null;
  status: string;
  isRecycled: boolean;
  /** Further fields that Diadoc reports of the message, such as its annulment. */
  more?: object;
  /** The buyer's title. */
  answer?: Buffer;
}

/** Fake of Kontur's identity server and Diadoc in one. It stores its state and implements their documented protocol. */
export function fakeDiadoc() {
  const state = {
    connected: false,
    /** The company has broken with us. */
    rejectsUs: false,
    polls: 0,
    tokens: 1,
    /** The answer to a document. Null means accepted. */
    refusesWith: null as WireReply | null,
    /** Message ids of its news, oldest first; each page repeats the last one of the page before. */
    news: [] as string[],
    /** Operation ids of everything that was sent, accepted or not. */
    handedOver: [] as string[],
  };
  const messages = new Map<string, DiadocWireDocument>();
  const reply = ({ method, path, body, headers }: WireRequest): WireReply => {
    const url = new URL(path, 'http://diadoc');
    if (url.pathname === '/connect/token') {
      if (!body.includes(`refresh_token=refresh-${state.tokens}&`))
        return { status: 400, body: 'invalid_grant' };
      state.tokens += 1;
      return { body: { access_token: 'access', expires_in: 3600, refresh_token: `refresh-${state.tokens}` } };
    }
    if (headers.authorization !== 'Bearer access') return { status: 401, body: '' };
    switch (`${method} ${url.pathname}`) {
      case 'POST /V3/AcquireCounteragent':
        return { body: { TaskId: 'task' } };
      case 'GET /V2/AcquireCounteragentResult':
        state.polls += 1;
        return state.polls === 1
          ? { status: 204, headers: { 'retry-after': '1' }, body: '' }
          : { body: { BoxId: 'their-box' } };
      case 'GET /V3/GetCounteragent':
        if (state.rejectsUs) return { body: { CurrentStatus: 'RejectsMe' } };
        return { body: { CurrentStatus: state.connected ? 'IsMyCounteragent' : 'IsInvitedByMe' } };
      case 'POST /V3/PostMessage':
        return take(url.searchParams.get('operationId') ?? '', body);
      case 'GET /V8/GetNewEvents':
        return { body: { Events: newsAfter(url.searchParams.get('afterIndexKey')) } };
      case 'GET /V5/GetMessage':
        return messageReply(url.searchParams.get('messageId') ?? '');
    }
    return { status: 404, body: '' };
  };
  const newsAfter = (key: string | null): object[] => {
    const from = key === null ? 0 : Math.max(0, Number(key));
    return state.news
      .slice(from, from + 100)
      .map((MessageId, index) => ({ IndexKey: String(from + index), Patch: { MessageId } }));
  };
  /** The same operation id is the same draft in every state. */
  const take = (operationId: string, body: string): WireReply => {
    state.handedOver.push(operationId);
    if (state.refusesWith) return state.refusesWith;
    const id = `draft-${operationId}`;
    const [document] = JSON.parse(body).DocumentAttachments;
    const bytes = Buffer.from(document.SignedContent.Content, 'base64');
    const { TypeNamedId: type = '', Metadata = [] } = document;
    const [name, , date] = Metadata.map((item: { Value: string }) => item.Value) as string[];
    const letter = {
      type,
      name: name ?? '',
      date: date ?? '',
      bytes,
      letter: null,
      status: '',
      isRecycled: false,
    };
    if (!messages.has(id)) messages.set(id, letter);
    return { body: { MessageId: id } };
  };
  const messageReply = (args: string): WireReply => {
    const draft = messages.get(args);
    if (draft) {
      const sentAs = draft.letter === null ? [] : [draft.letter];
      const { isRecycled: DraftIsRecycled } = draft;
      return {
        body: {
          MessageId: args,
          IsDraft: true,
          DraftIsRecycled,
          DraftIsTransformedToMessageIdList: sentAs,
        },
      };
    }
    const letter = [...messages.values()].find((message) => message.letter === args);
    if (!letter) return { status: 404, body: '' };
    const DocumentInfo = {
      RecipientResponseStatus: letter.status,
      DeliveryTimestampTicks: 1,
      ...letter.more,
    };
    const title = letter.answer && {
      AttachmentType: 'RecipientTitle',
      Content: { Data: letter.answer.toString('base64') },
    };
    return { body: { MessageId: args, Entities: [{ DocumentInfo }, ...(title ? [title] : [])] } };
  };
  return { state, messages, reply };
}

/** Returns the environment of a portal whose operator is this fake. */
export function diadocEnvironment(url: string): Record<string, string> {
  return {
    DIADOC_CLIENT_ID: 'magistral',
    DIADOC_CLIENT_SECRET: 'secret',
    DIADOC_REFRESH_TOKEN: 'refresh-1',
    DIADOC_BOX_ID: 'our-box',
    DIADOC_URL: url,
    DIADOC_TOKEN_URL: `${url}/connect/token`,
  };
}
