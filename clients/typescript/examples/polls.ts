import type { DirectoryClient } from '../src/directory-client.js';

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
