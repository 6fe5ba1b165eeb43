import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { STAFF_ROLES, type StaffRole } from '#contract/staff-access.ts';
import { TERMS_REQUIRED } from '#contract/companies/terms.ts';
import { rows } from '../db/database.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany, givenPerson, givenStaff } from '../testing/givens/factories.ts';
import { givenDelegation } from '../testing/givens/given-delegation.ts';

let api: TestApi;
let staff: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = (await givenStaff(api)).token;
});
afterAll(() => api.stop());

test('a staff action is audited even where its text is cut within a character', async () => {
  const days = { start: '2026-09-15', end: '2026-09-16' };
  for (const before of ['', 'x']) {
    const json = { message: before + '🚚'.repeat(499), ...days };
    expect((await api.put('/staff/api/maintenance', { token: staff, json })).status).toBe(200);
  }
  const stored = await rows(
    api.ctx.db.system,
    sql<{ line: string }>`
      select to_jsonb(event)::text as line from audit_event event where what = 'maintenance-announced' order by id`,
  );
  expect(stored).toHaveLength(2);
  for (const { line } of stored) expect(line).toContain('🚚');
});

test('a file whose name the database can’t store is loaded and audited all the same', async () => {
  const head = `Content-Disposition: form-data; name="file"; filename*=utf-8''a%00b.csv`;
  const csv = 'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ';
  const row = '55,75;37,61;Москва;Москва;Тверская;1;Роснефть;АЗС № 1;Собственная;да;74,50';
  const body = `--x\r\n${head}\r\n\r\n${csv}\r\n${row}\r\n--x--\r\n`;
  const raw = { type: 'multipart/form-data; boundary=x', body };
  expect((await api.post('/staff/api/stations', { token: staff, raw })).status).toBe(200);
  const stored = await rows(
    api.ctx.db.system,
    sql<{ after: unknown }>`select after from audit_event where what = 'stations-replaced'`,
  );
  expect(stored).toHaveLength(1);
});

/**
 * Written out, and not taken from the contract: a call that is put under another right there must be found here.
 */
const CALLS = {
  public: `askSignInPasskey signInByPasskey sendSignInCodeToChat askForPhone buildRoute confirmMail confirmMailing countTenders decideEmbeddedBankOrder downloadFuelContract downloadLetter
    downloadPersonalDataPolicy downloadStationList downloadTerms downloadTermsOfUse drawStations fuelAtSimulatedNetwork fuelAtSimulatedPump receiveDriverSms receiveReceiptReport listNews
    leaveMailing listOutboxChats listOutboxLetters listOutboxMessages listPartners listStations logClientError payAtEmbeddedBank
    planFuel pressOutboxButton readConsent readEmbeddedBankOrder readLetterChoices readMailingLink readMaintenance readOperator
    moveClock readRoadMap sendToDriver stageFailure startOutboxChat unsubscribe answerEmbeddedEdm listEmbeddedEdm setEmbeddedEdm`,
  /** Calls that carry a secret instead of a session. */
  messengers: `hearMax hearTelegram`,
  /** Calls that carry a network's key instead of a session. */
  networks: `authoriseFuel settleFuel releaseFuel readStandIn reportFilling`,
  signedIn: `acceptInvitation addPasskey addTotp askForAccess askForErasure askPasskey beginChannelLink beginPasskey beginTotp
    cancelErasure cancelPhoneChange changeMail checkInn chooseLetter chooseNotice confirmByPasskey confirmByRecoveryCode
    confirmByTotp confirmSession countNotices declineInvitation downloadMyData endOtherSessions endSession giveConsent
    issueDownloadTicket linkPush listChannels listNotices listOwnInvitations listSessions logout readErasure readFactors readMail
    readNotice readNoticeChoices readOwnPhoneChange readProfile removeFactor renewRecoveryCodes resendMailLink sendSmsCode
    setNoticeHours unlinkChannel withdrawConsent listCompanies enterCompany readCompanies
    readCompaniesSpending downloadCompaniesSpending previewDeskMonth downloadDeskMonth listUndecided
    sendUndecidedCode acceptUndecided`,
  newcomers: `createOrder`,
  company: `checkTerms leaveCompany`,
  read: `listUnmatchedTolls listFleetLitres downloadFleetLitres downloadFleetLitresWorkbook downloadFuelSheet downloadFuelSheetWorkbook listSignals readFuelSheet trySignalRule listCardGroups changeMailing createMailing downloadAct
    downloadArchive downloadDocument downloadEnterpriseData downloadInvoice downloadInvoiceXml downloadOperationsReport
    downloadOperationsReportWorkbook downloadOperationsSummary downloadOperationsWorkbook downloadOrderBill downloadPaymentOrder downloadPurchaseBook downloadRegister
    downloadRegisterWorkbook downloadSending downloadSignature downloadStatementCsv downloadStatementPdf downloadUatWorkbook
    downloadXml followChanges listCards listDisputable listDocuments listDriverLinks listDrivers listEvents listGoodsGroups
    listInvoices listMailings listOperationColumns listOperations listOrders readContract listVehicleGroups listVehicles listSendings listViews pauseMailing
    readBalances readCard readClient readCredit readEdm readExchange readInvoicePayment readOrder readOverview readStatement
    askException readExceptionDuty listDeclines listExceptions listRuleChanges listRuleGroups readCardRules readGroupRules
    previewGroupRules previewProfileRules
    readProfileRules readVehicle removeMailing removeView resumeMailing saveView answerQuestion searchEverything
    summarizeOperations wouldPass sendMailing listCardVehicles listRuleSets readRuleChange readTelematics listFuelPlans
    previewFuelPlan readFuelPlan readStationPulse readTruckFuel readDispatcherPhone readMonth readMonthChoices readReplacement downloadBlockProof listDisputes downloadDisputePhoto`,
  write: `setMonthChoices assignPurchase disputeOperation addDisputePhoto withdrawDispute createCardGroup updateCardGroup removeCardGroup putCardsIntoGroup judgeSignal ownSignal acceptDocument acceptDocuments acceptTerms makeContract confirmReceipt addDriver addOdometer assignTolls importTolls previewTolls createVehicle createVehicleGroup createDriverLink cancelPumpSession
    listPumpSessions readPumpSession
    downloadInvoiceForSum editOrder importVehicles objectToDocument orderFastPayment previewVehicleImport readAnswer
    readFastPayment removeDriver removeOdometer removeVehicle removeVehicleGroup renameVehicleGroup requestEdm resendDocument
    revokeDriverLink setDispatcherPhone saveAct setThreshold suggestVehicles takeSuggestedVehicles updateDriver updateVehicle sendAnswer removeRuleSet
    setCardVehicle saveRuleSet assignSignal openAfterSignal setSignalOwner setSignalRule connectTelematics disconnectTelematics
    previewPositions setTelematics takePositions cancelFuelPlan createFuelPlan finishFuelPlan sendFuelPlan startFuelPlan`,
  writeUnderTerms: `createVirtualCard replaceCard createPumpSession approveException attachDriver changeCardStatus changeManyStatuses declineException detachDriver setCardDrivers distribute moveManyCards
    openCard previewCardMovements revoke setCardComment setCardGoods setCardLimit setCardRules setGroupRules setManyGoods
    setManyLimits setManyRules setProfileRules transferToCard undoRuleChange setManyGroupRules`,
  roles: `acceptDelegation addDelegatedPerson createDelegation endDelegation listDelegationActions listDelegations
    removeDelegatedPerson setExceptionDuty attachRole confirmAdminByCode createKey createWebhook declineAccess detachRole downloadBundle downloadCompanyAuditLines
    downloadCompanyAuditWorkbook giveAdminDocument grantAccess inviteColleague listAccessRequests listColleagues listCompanyAudit
    listDeliveries listInvitations listKeys listWebhooks readFirstAdmin removeWebhook replayDelivery requireCompanyFactor
    readSharedCode allowSharedCode
    resumeWebhook revokeKey rotateWebhook sendAdminCode withdrawInvitation readSandbox makeSandbox resetSandbox deleteSandbox
    createSandboxKey revokeSandboxKey createSandboxWebhook removeSandboxWebhook resumeSandboxWebhook rotateSandboxWebhook
    listSandboxDeliveries replaySandboxDelivery`,
  keys: `transferByKey payoutByKey setBlockByKey readSandboxState makeTestPurchase makeTestDecline payTestInvoice silenceTestNetwork advanceTestClock
    createTestWebhook removeTestWebhook orderTestCards closeTestMonth setTestRules readTestRules`,
  'staff.read': `listStaleContracts listStaffDisputes downloadStaffDisputePhoto countQueues downloadAuditLines downloadAuditWorkbook downloadStaffDocument downloadStaffXml findClients listAcceptances
    listAdvanceReturns listApprovals listAudit listBalanceCorrections listBankBalances listBankFeeds listCardPrices listClientCards listClientDeeds
    listClientDocuments listClientKeys listClientMessages listClientMovements listClientOrders listClientPayments
    listCreditChanges listCredits listDocumentLines listErasures listMembers listPayments listPhoneChanges listReconciliations
    listRequests listStaffDocuments listStaffMaintenance listStaffMessages listStaffNews listStaffPartners listStaffViews
    listStationLoads listStuckDocuments listTariffs listTerms listUnclearMovements listUnsettled previewClosing previewDecision
    readClientAdmin readClientFile readClosing readNetworkChoices readRequest readRequisites readTermsVersion listClientMailings listClientInvoices
    listClientCharges listClientTariffs readClientAgreement readClientContract listShipments readCardStock readClientStatement listPurchaseTerms readMargin readMarginYear readBooks readProgramme readStart listClientGroups listDunningRules listOwners listRelatedClients findPeople readPersonFile previewDunningRule readClientDunning
    listNetworkInvoiceLines listNetworkInvoices readNetworkInvoice previewAccountingExport downloadAccountingExport
    downloadOperatorTaxBooks`,
  'staff.change': `acknowledge addStaffNote askAgain confirmApproval declineApproval removeStaffView saveStaffView startReconciliation takeCases
    releaseCases`,
  'staff.serveClients': `sendDisputes declineDispute allowPhoneChange answerObjection appointAdmin blockCard blockClient declineErasure declinePhoneChange downloadAdminDocument
    erasePerson rereadRequisites resendStuckDocument revokeClientKey settleChange unblockCard unblockClient fillOgrn
    stopClientMailing`,
  'staff.runProgramme': `renewContract amendStaleContracts sendShipments deliverShipments changeCardStock setCardLogistics addNetwork addNews announceMaintenance approveRequest changeNetwork changeNews confirmAdminDocument correctDocument
    endMaintenance loadStations previewCorrection previewNews previewStations publishDocument publishTerms putHolidayNotice
    makeDocumentAgain readRegistryAgain refuseAdminDocument rejectRequest replaceDocument saveContacts undoStations updatePartner withdrawDocument
    withdrawRequest dropAnnulment proposeAnnulment takeRequests releaseRequests`,
  'staff.handleMoney': `acceptDispute holdDispute assignPayment bookAdvanceReturn changeProgramme closeMonth closeOrphan correctBalance correctPayment createTariff dismissAdvanceReturn endTariff
    loadBankStatement planCardPrice previewTariff pullBankFeeds reopenAdvanceReturn setCredit setPaymentAside bookNetworkRefund undoNetworkRefund settleMovement takePayments
    releasePayments createPurchaseTerm endPurchaseTerm previewPurchaseTerm acceptNetworkInvoice endNetworkClaim compareNetworkInvoice decideNetworkInvoiceLines loadNetworkInvoice previewNetworkInvoice
    removeNetworkInvoice setNetworkSupplier changeClientGroup changeDunningRule createClientGroup createDunningRule pauseDunning resumeDunning
    switchDunningRuleOff switchDunningRuleOn`,
  'staff.manageStaff': `changeMemberRole endMemberSessions inviteMember listMemberSessions removeFactors removeMember setApprovalLimit`,
};
type AccessGroup = keyof typeof CALLS;

/** Groups of calls that each caller gets through to. All others refuse them: unknown, not allowed, or no such call. */
const ALLOWED_GROUPS: Record<string, readonly AccessGroup[]> = {
  nobody: ['public'],
  newcomer: ['public', 'signedIn', 'newcomers'],
  dismissed: ['public', 'signedIn', 'newcomers', 'company'],
  specialist: ['public', 'signedIn', 'company', 'read'],
  manager: ['public', 'signedIn', 'newcomers', 'company', 'read', 'write', 'writeUnderTerms'],
  admin: ['public', 'signedIn', 'newcomers', 'company', 'read', 'roles', 'write', 'writeUnderTerms'],
  'delegated specialist': ['public', 'signedIn', 'company', 'read'],
  'delegated manager': ['public', 'signedIn', 'newcomers', 'company', 'read', 'write', 'writeUnderTerms'],
  'ended delegation': ['public', 'signedIn', 'newcomers'],
  'admin before the terms': ['public', 'signedIn', 'newcomers', 'company', 'read', 'roles', 'write'],
  auditor: ['public', 'signedIn', 'newcomers', 'staff.read'],
  support: ['public', 'signedIn', 'newcomers', 'staff.read', 'staff.change', 'staff.serveClients'],
  operator: [
    'public',
    'signedIn',
    'newcomers',
    'staff.read',
    'staff.change',
    'staff.serveClients',
    'staff.runProgramme',
  ],
  treasurer: ['public', 'signedIn', 'newcomers', 'staff.read', 'staff.change', 'staff.handleMoney'],
  owner: [
    'public',
    'signedIn',
    'newcomers',
    'staff.read',
    'staff.change',
    'staff.serveClients',
    'staff.runProgramme',
    'staff.handleMoney',
    'staff.manageStaff',
  ],
};

const LISTED = (Object.entries(CALLS) as [AccessGroup, string][]).flatMap(([group, names]) =>
  names.split(/\s+/).map((name): [AccessGroup, string] => [group, name]),
);

/** Accepting terms and ending a session would change the results of the other calls. */
const LAST = ['acceptTerms', 'leaveCompany', 'logout'];
const IN_ORDER = LISTED.toSorted(([, one], [, other]) => LAST.indexOf(one) - LAST.indexOf(other));

function isStaffRole(who: string): who is StaffRole {
  return STAFF_ROLES.some((role) => role === who);
}

async function getToken(who: string): Promise<string | undefined> {
  if (who === 'nobody') return undefined;
  if (who === 'newcomer') return (await givenPerson(api)).token;
  if (isStaffRole(who)) return (await givenPerson(api, { staffRole: who })).token;
  if (who in DELEGATED_ROLES) return getDelegatedToken(who);
  const { id, admin } = await givenCompany(api, { termsAccepted: who !== 'admin before the terms' });
  if (who === 'dismissed') return (await givenPerson(api, { companyId: id, role: 'none' })).token;
  return who === 'specialist' || who === 'manager'
    ? (await givenPerson(api, { companyId: id, role: who })).token
    : admin.token;
}

const DELEGATED_ROLES: Record<string, 9 | 10> = {
  'delegated specialist': 10,
  'delegated manager': 9,
  'ended delegation': 9,
};

/** Returns the session of a person of an accounting firm, which acts for the company that has let the firm in. */
async function getDelegatedToken(who: string): Promise<string> {
  const company = await givenCompany(api);
  const { id, accountant } = await givenDelegation(api, company, { role_id: DELEGATED_ROLES[who] ?? 10 });
  if (who === 'ended delegation')
    expect((await api.delete(`/api/delegations/${id}`, { token: company.admin.token })).status).toBe(200);
  return accountant.token;
}

/** Makes a call without its required input. Returns how it ends: refused, or let in to report what is missing. */
async function callEndpoint(name: string, token: string | undefined): Promise<string> {
  const call = allCalls.find((anyEndpoint) => anyEndpoint.name === name);
  if (!call) throw new Error(`there is no call ${name}`);
  const path = call.path.replace(':year', '2023').replace(':kind', 'block').replaceAll(/:\w+/g, '1');
  const reply = await fetch(api.url + path, {
    method: call.method,
    headers: token === undefined ? {} : { 'x-auth-token': token },
  });
  if (reply.status < 400) {
    await reply.body?.cancel();
    return 'in';
  }
  const { message } = (await reply.json()) as { message: string };
  if (reply.status === 401) return 'unknown';
  if (reply.status === 403) return message === TERMS_REQUIRED ? 'terms' : 'not allowed';
  return reply.status === 404 && message === 'Не найдено' ? 'no such call' : 'in';
}

function getRefusalReason(who: string, group: AccessGroup): string {
  if (group === 'messengers') return 'not allowed';
  if (who === 'nobody' || group === 'networks') return 'unknown';
  if (group.startsWith('staff.')) return isStaffRole(who) ? 'not allowed' : 'no such call';
  return who === 'admin before the terms' && group !== 'keys' ? 'terms' : 'not allowed';
}

test('every call stands in the list of who may call it', () => {
  const listed = LISTED.map(([, name]) => name);
  expect(listed.toSorted()).toEqual(allCalls.map((call) => call.name).toSorted());
});

test.each(Object.entries(ALLOWED_GROUPS))(
  '§6.4 §6.10 §6.12 calls 1: %s may call only what its rights allow',
  async (who, open) => {
    const token = await getToken(who);
    const answers: string[] = [];
    const expected: string[] = [];
    for (const [group, name] of IN_ORDER) {
      answers.push(`${name}: ${await callEndpoint(name, token)}`);
      expected.push(`${name}: ${open.includes(group) ? 'in' : getRefusalReason(who, group)}`);
    }
    expect(answers).toEqual(expected);
  },
);
