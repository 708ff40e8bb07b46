import type { ClientResponse } from "../response.js";
import type { Reason } from "./poison-probe.js";

/*
In each state but the first one request is under way, and its answer leads to the next. The verdicts of answers to readings are
those of `classify-response.ts`. A fetch answers with the record as it was sent, or with another time; another's record; a page, which
is anything that is not PocketBase's; withheld (403 or 404); or too long. Small letters name the ways that several states have in common.

| state | answer | next |
|---|---|---|
| `RESTING` | none: readings lack their time | `ASKING_TIME` |
| | none: they have it | send |
| `ASKING_TIME` | the time, any other good one, a refusal | send |
| | `TRY_AGAIN`, a page | pause; send at the fourth |
| | `NOT_ASKED` | pause |
| `SENDING_BATCH` | `TAKEN` | delivered; `CORRECTING_BATCH` where the time in it was wrong |
| | `BATCH_FAILED`, `BATCH_TOO_LARGE`, `BATCH_UNSUPPORTED` | send, fewer |
| | `ID_REPLACED` | stop |
| | `TRY_AGAIN` | pause; `FETCHING_READING` of the last one at each third, or each twelfth where connections are lost |
| | `NOT_ASKED` | pause |
| `CORRECTING_BATCH` | `TAKEN` | delivered |
| | any other | as of `SENDING_BATCH` |
| `SENDING_ONE` | `TAKEN` | delivered; `CORRECTING_ONE` where the time in it was wrong |
| | `REFUSED` | `FETCHING_READING` |
| | `TRY_AGAIN` | pause; `FETCHING_READING` at each third or twelfth, too, and for a suspect |
| | `ID_REPLACED` | stop |
| | `IDS_REFUSED`, `NOT_ASKED` | pause |
| `CORRECTING_ONE` | `TAKEN`, a refusal | delivered; `CORRECTING_ONE` once more, where its time was wrong again, of what was found |
| | `TRY_AGAIN`, a page | pause; delivered at the fourth |
| | `NOT_ASKED` | pause |
| `FETCHING_READING` | too long | `FETCHING_ID` |
| `FETCHING_READING`, `FETCHING_ID` | the record, withheld: to a batch | send, one |
| | the record | delivered; `CORRECTING_ONE` where the storage needs room, and nothing else was taken |
| | the record with another time | `CORRECTING_ONE` |
| | another's record | refused |
| | withheld, though its id is taken | `FETCHING_WITNESS`; refused without a witness |
| | withheld, or another refusal | refused |
| | a page | `FETCHING_WITNESS`; pause without a witness, and to a batch |
| | `TRY_AGAIN`, `NOT_ASKED` | pause |
| `FETCHING_WITNESS` | the witness | refused |
| | withheld, where the reading's id is taken | delivered |
| | any other | pause |
| `PROVING` | the witness, for this reading the first time | send, the same |
| | the witness, once more | reject |
| | any other | pause |

| way | what it does | next |
|---|---|---|
| delivered | the readings leave the log, or stay until the suspects before them do | send |
| send | several readings are next; one; none | `SENDING_BATCH`; `SENDING_ONE`; `RESTING` |
| refused | the probe says: others first; enough for now; the reading's fault | send; `RESTING`; reject or `PROVING` |
| reject | `onRejected` is called, and the reading leaves the log | send |
| pause | the delivery ends, and the outbox begins another later; so does it when nothing is answered in time | `RESTING` |
| stop | as pause, and each later delivery ends before it has sent anything | `RESTING` |
*/

/** Nothing is under way. */
export const RESTING = 0;
/** The service is asked for its time, which the readings lack. */
export const ASKING_TIME = 1;
/** Several readings are sent. */
export const SENDING_BATCH = 2;
/** One reading is sent. */
export const SENDING_ONE = 3;
/** What was delivered with a wrong time is sent again with the right one, which is known since the answer. */
export const CORRECTING_BATCH = 4;
export const CORRECTING_ONE = 5;
/** The record with the reading's id is fetched: it may be there, whatever was answered, and if it is not, the service has answered. */
export const FETCHING_READING = 6;
/** Its record is longer than the client takes: only its id is fetched. */
export const FETCHING_ID = 7;
/** What the fetch says of the reading is not clear: the witness is fetched, to see whether any record can be. */
export const FETCHING_WITNESS = 8;
/** A refusal would reject the reading: the witness is fetched, to see that the device has not become a guest. */
export const PROVING = 9;

interface Plain {
	readonly is: typeof RESTING | typeof ASKING_TIME | typeof SENDING_BATCH | typeof SENDING_ONE | typeof CORRECTING_BATCH;
}

interface Correcting {
	readonly is: typeof CORRECTING_ONE;
	/** Whether its answer may say that the time was wrong again. */
	readonly mayCorrect: boolean;
}

/** What is judged by the record that is fetched. */
export interface Fetching {
	readonly is: typeof FETCHING_READING | typeof FETCHING_ID | typeof FETCHING_WITNESS | typeof PROVING;
	readonly refusal: ClientResponse;
	/** What it is if the record is not there. */
	readonly reason: Reason;
}

export type State = Plain | Correcting | Fetching;
export const REST: Plain = Object.freeze({ is: RESTING });
