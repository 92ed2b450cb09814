import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

/** The polls that are open to the caller or have closed. */
export async function listPolls(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/polls', { params: { path: { schoolId } } });
  return data.polls.filter(({ closed, already_responded }) => !closed && !already_responded);
}

/** A poll with its questions; `results` is null while nobody may see them. */
export async function getPoll(api: DirectoryClient, { pollId }: { pollId: string }) {
  const { data } = await api.GET('/polls/{pollId}', { params: { path: { pollId } } });
  return data.questions;
}

/** Answers every question with its first choice. A response is final. */
export async function respondToPoll(api: DirectoryClient, { pollId }: { pollId: string }) {
  const path = { pollId };
  const poll = await api.GET('/polls/{pollId}', { params: { path } });
  const answers = poll.data.questions.flatMap(({ id, choices }) =>
    choices.slice(0, 1).map((choice) => ({ question_id: id, choice_id: choice.id })),
  );
  const { data } = await api.POST('/polls/{pollId}/respond', { params: { path }, body: { answers } });
  return data.submitted_at;
}

/** The polls that the caller manages and that are not open yet. */
export async function listManagedPolls(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.GET('/schools/{schoolId}/polls/managed', {
    params: { path: { schoolId }, query: { state: 'draft' } },
  });
  return data.polls.map(({ id, title }) => `${title} (${id})`);
}

/** A draft: its audience sees it once it has an `opens_at`. */
export async function createPoll(api: DirectoryClient, { schoolId }: { schoolId: string }) {
  const { data } = await api.POST('/schools/{schoolId}/polls', {
    params: { path: { schoolId } },
    body: {
      title: 'Summer picnic',
      description: '<p>It ends before dark.</p>',
      results_visibility: 'after_response',
      anonymous: false,
      questions: [{ text: 'Which day suits you?', choices: [{ text: 'Friday' }, { text: 'Saturday' }] }],
    },
  });
  return data.id;
}

/** Opens a draft, unless somebody has changed it since. */
export async function changePoll(api: DirectoryClient, { pollId }: { pollId: string }) {
  const path = { pollId };
  const poll = await api.GET('/polls/{pollId}/management', { params: { path } });
  const { data } = await api.PATCH('/polls/{pollId}/management', {
    params: { path, header: ifMatch(poll.response) },
    body: { opens_at: '2026-09-01T06:00:00Z', closes_at: '2026-10-09T20:00:00Z' },
  });
  return data.state;
}

/** Who has answered, and how many have not. */
export async function getManagedPoll(api: DirectoryClient, { pollId }: { pollId: string }) {
  const { data } = await api.GET('/polls/{pollId}/management', { params: { path: { pollId } } });
  return { answered: data.respondents?.map(({ name }) => name), outstanding: data.outstanding_count };
}

/** Reminds those who have not answered: once in 24 hours. */
export async function sendPollReminders(api: DirectoryClient, { pollId }: { pollId: string }) {
  const { data } = await api.POST('/polls/{pollId}/reminders', { params: { path: { pollId } } });
  return data.recipients;
}

/** A table for spreadsheets. */
export async function exportPollResults(api: DirectoryClient, { pollId }: { pollId: string }) {
  const { data } = await api.GET('/polls/{pollId}/results.csv', {
    params: { path: { pollId } },
    parseAs: 'text',
  });
  return data;
}

/** Hides a poll; within 30 days `deleted: false` brings it back. */
export async function deletePoll(api: DirectoryClient, { pollId }: { pollId: string }) {
  await api.DELETE('/polls/{pollId}/management', { params: { path: { pollId } } });
}
