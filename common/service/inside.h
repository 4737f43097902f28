/*
 * inside.h - what the parts of service.h share; for service*.c alone.
 *
 * One thread turns the loop: it owns the bus, the connections to the database and the workers,
 * which are fibers. A frame of the bus goes one of four ways. Pings, requests for metrics and
 * frames for operations that the service does not have are answered by the loop at once, even
 * when every worker waits for the database. Reads that need no transaction share
 * connections (common/db/pipeline.h); a call of another kind has one for itself while it is carried
 * out. Calls of other lanes than LANE_DATABASE go to threads that do slow work, those of one lane not
 * to another's. Two more threads wait for what the loop must not: one opens connections to the
 * database, the first one waits for signals.
 */
#ifndef KITH_COMMON_SERVICE_INSIDE_H
#define KITH_COMMON_SERVICE_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>

#include "common/base/fiber.h"
#include "common/base/loop.h"
#include "common/bus/message.h"
#include "common/bus/replay.h"
#include "common/db/pipeline.h"
#include "common/service/metrics.h"
#include "common/service/service.h"

/* At most so many threads hash passwords, or do the slow work of a lane that says how many it wants;
 * and so many calls may wait for them. */
#define OUTSIDE_WORKERS_MAX 2
#define POOL_THREADS_MAX 32
#define POOL_WAITING_MAX 64

/* Calls that wait for a worker of the loop: beyond either, nothing is read. */
#define SERVICE_CALLS_MAX 1024
#define SERVICE_CALLS_BYTES_MAX ((size_t)32 * 1024 * 1024)

struct process;
struct service_task_run;
struct service_peer;
struct service_seat;
struct service_slot;

/* Where a frame has to go. The ways to workers of the loop come first: each has a lane. */
enum service_way {
	WAY_READ,  /* a worker of the loop, with others' statements on its connection */
	WAY_LIST,  /* the same, of lists, which take longer */
	WAY_ALONE, /* a worker of the loop that has a connection for itself */
	WAY_OUTSIDE,
	WAY_ITSELF,
};

#define SERVICE_LANES (WAY_ALONE + 1)

/* Who carries out calls: a fiber of the loop, a thread for slow work, or the loop itself for
 * what needs neither. A task has a worker as well. */
struct worker {
	struct process *process;
	struct arena *arena; /* of one call */
	struct db *db;       /* NULL: the loop itself */
	struct db *replica;  /* a connection to the replica, or NULL */
	struct fiber *fiber; /* NULL: no fiber */
	bool outside;        /* a thread for slow work */
	struct service_lane *lane;
	fiber_work *work;                    /* what the fiber runs, with the worker */
	void (*rest)(struct worker *worker); /* when it is done */
	struct service_frame *frame;         /* of a call */
	struct service_task_run *task;
	struct worker *next; /* idle ones, or those who wait for a connection */
	int64_t deadline_ms; /* monotonic, while it waits for a descriptor; else 0 */
	bool answer;         /* what the wait ended with */
};

/* A frame as it came, and where its answer goes. */
struct service_frame {
	struct service_frame *next;   /* in a queue */
	const struct op_entry *entry; /* what it asks for; NULL = none of the service's */
	const uint8_t *bytes;
	uint8_t *buffer; /* what they lie in, where it is not the frame's own memory */
	size_t size;
	const uint8_t *body; /* in the bytes, once they are found authentic */
	size_t body_size;
	uint64_t nonce;
	int64_t arrived_us;
	uint8_t *answer; /* what a thread for slow work has to say, allocated; or NULL */
	size_t answer_size;
	struct service_peer *peer; /* of sp.h */
	uint32_t id;               /* the peer's number of it */
	struct service_seat *seat; /* of nng.c */
	struct uuid member;        /* who calls, of a call for slow work */
};

/* Frames in the order of their arrival. */
struct service_queue {
	struct service_frame *first, *last;
	size_t count, bytes;
};

/* One way to listen. All but .listen belong to the loop. */
struct service_bus {
	/* Listens; false after logging why not. The loop does not turn yet. */
	bool (*listen)(struct process *process, const char *address);

	/* Whether the peer that sent the frame is still connected, as far as is known. Any thread
	 * may ask. */
	bool (*wanted)(const struct service_frame *frame);

	/* Answers a frame; does nothing when its peer is gone. */
	void (*answer)(struct service_frame *frame, const struct buffer *reply);

	/* Notes that the peer of a frame knows the key: the frame was authentic and no replay. */
	void (*trust)(const struct service_frame *frame);

	/* Ends the connection that a forged frame came by. */
	void (*cut_off)(const struct service_frame *frame);

	/* Frees a frame, answered or not. */
	void (*release)(struct service_frame *frame);

	/* At the end of a turn: sends what was answered, and reads on if it may. */
	void (*flush)(struct process *process, bool room);
};

/* Workers of one kind, and the calls that wait for them. */
struct service_lane {
	struct service_queue calls;
	/* The worker that was used last comes first, as its plans are still in the caches; workers
	 * that could not reach the database come after all others. */
	struct worker *idle;
	unsigned size, working;
};

/* Threads that do the slow work of a lane, and the calls that wait for them. */
struct service_pool {
	pthread_cond_t changed;
	struct service_queue calls;
	struct uuid working_for
		[POOL_THREADS_MAX]; /* whose call each thread has; zero = none */
	size_t threads, busy;
};

struct process {
	const struct service *service;
	const struct service_bus *bus;
	struct service_sp *sp; /* of the bus, if it is service_sp */
	struct key bus_key;
	struct replay *replay;
	struct service_metrics *metrics;
	atomic_bool draining; /* the end is near: tasks begin no further step */
	atomic_int
		in_flight; /* calls that are not answered, peers that do not read answers,
			    * tasks at work */

	int64_t started_ms;

	/* The loop's own. */
	struct loop *loop;
	bool reached; /* there has been a connection to the database */
	struct worker self;
	struct worker *running;                   /* the fiber that runs now, or NULL */
	struct service_lane lanes[SERVICE_LANES]; /* by enum service_way */
	struct service_lane tasks; /* has no calls: its workers begin by timers */
	struct db_pipelines *pipelines;
	bool has_replica; /* KITH_DATABASE_READ_URL */
	/* The replica has all that was committed before this moment (monotonic). */
	_Atomic int64_t replica_has_ms;
	_Atomic int64_t replica_started_us; /* which one that is */
	uint64_t replica_reads;             /* calls that it has answered */
	int64_t replica_rest_ms;            /* it is not asked until then (monotonic) */
	struct worker **workers;
	size_t worker_count;
	bool sweeping; /* the timer for what is overdue is set */
	int released;  /* calls of this turn that count as in flight until it ends */

	/* What other threads leave for the loop; wake_fd, an eventfd, tells it. */
	int wake_fd;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t opening_changed;
	struct service_pool pools[LANE_COUNT]; /* for the threads that do slow work */
	struct service_queue arrived;          /* frames, for the loop */
	struct service_queue
		finished;           /* frames that slow work is done with, for the loop */
	struct service_slot *slots; /* all connections to the primary */
	struct service_slot *to_open; /* for the thread that opens connections */
	struct service_slot *opened;  /* for the loop */
};

/* ---- service.c ---- */

/* What an allocation gave; without memory the process ends. */
void *service_must(void *memory);

/* ---- bus.c ---- */

/* The first address of KITH_BUS_LISTEN, with the service's name in it. */
void service_bus_address(const struct service *service, char *address, size_t size);

/* Chooses the way to listen by the configured address, listens, and confines the process. */
bool service_bus_listen(struct process *process);

extern const struct service_bus service_sp;  /* sp.c: ipc:// and tcp:// */
extern const struct service_bus service_nng; /* nng.c: all that libnng knows */

/* ---- health.c ---- */

/* Whether the service at an address answers a ping, and takes calls. */
bool service_health(const struct service *service, const char *address);

/* ---- queue.c ---- */
void service_queue_put(struct service_queue *queue, struct service_frame *frame);
struct service_frame *service_queue_take(struct service_queue *queue);

/* ---- call.c ---- */

/* Finds the operation that a frame asks for, by a look at the name in it, which is not yet a
 * word to rely on; and where the frame has to go. */
enum service_way
service_call_way(const struct process *process, struct service_frame *frame);

/* Answers a frame of WAY_ITSELF, or is silent when it is not authentic. */
void service_call_answer_itself(struct worker *worker, struct service_frame *frame);

/* Whether an authentic call may wait for slow work; if not, it has been answered. */
bool service_call_pass_outside(struct worker *worker, struct service_frame *frame);

/* Whether the frame is authentic, well-formed, in time and new. A frame that is not gets no
 * answer, from which its sender could learn something. A ping is answered however late, so that a
 * service that was stopped for a while is used again. May be asked once. */
bool service_call_open(
	struct worker *worker, struct service_frame *frame, struct message_call *message);

/* The call that a message asks for. */
struct call service_call_of(const struct worker *worker,
	const struct message_call *message, const struct op *op);

/* Carries out one call and answers it. */
void service_call_carry_out(struct worker *worker, struct service_frame *frame,
	const struct message_call *message);

/* Answers a call that has been carried out, and notes it in the metrics and the log. */
void
service_call_end(struct worker *worker, struct service_frame *frame, struct call *call);

/* Carries out a call in the loop. */
void service_call_run(struct worker *worker, struct service_frame *frame);

/* Carries out a call that service_call_pass_outside() has vetted. */
void service_call_run_outside(struct worker *worker, struct service_frame *frame);

/* ---- lane.c ---- */

/* The workers of the loop; none has a stack or a connection yet. */
void service_lane_prepare(struct process *process);

/* Adds a worker to a lane. Its process, connection, .work and .rest are set. */
void service_lane_add(
	struct process *process, struct service_lane *lane, struct worker *worker);

/* Has a worker that is not idle in its lane begin its work. */
void service_lane_begin(struct worker *worker);

/* Sends a frame, which is now the lanes', on its way. */
void service_lane_take(struct process *process, struct service_frame *frame);

/* Whether more calls may be read. */
bool service_lane_room(const struct process *process);

/* Gives the calls that wait to workers that are idle. */
void service_lane_dispatch(struct process *process);

/* Whether there are calls that an idle worker could take. */
bool service_lane_pending(const struct process *process);

/* Frees a frame that has been answered, or never will be. */
void service_lane_release(struct process *process, struct service_frame *frame);

/* Called by the fiber of a worker, and answers true, or false when time is up. */
bool service_lane_pause(struct worker *worker, int64_t deadline_ms);

/* Goes on with a worker that waits. */
void service_lane_resume(struct worker *worker, bool answer);

/* Ends the waits whose time is up. */
void service_lane_expire(struct process *process);

/* ---- db.c ---- */

/* A connection to the database for workers of the loop; it is opened when it is needed. */
struct db *service_db_new(struct process *process, bool only_read);

/* The same to the replica. */
struct db *service_db_new_replica(struct process *process);

/* Has a connection that could not be opened tried again, once it is time for that. */
void service_db_reopen(struct db *db);

/* Looks after the connections that have been opened. */
void service_db_take_opened(struct process *process);

/* A thread that opens connections; it never ends. */
void *service_db_open_all(void *process);

/* ---- replica.c ---- */

/* A thread that finds out how old the replica is; it never ends. */
void *service_replica_watch(void *process);

/* Whether it may answer what is marked .behind. */
bool service_replica_serves(struct process *process);

/* ---- outside.c ---- */

/* How many threads the service has for the slow work of a lane. */
size_t service_outside_count(const struct service *service, enum lane lane);

/* Starts the threads of all lanes, which never end, with the function that starts a thread. */
void service_outside_start(struct process *process,
	pthread_t (*start)(void *(*run)(void *data), void *data));

/* Whether a call, whose frame is then the lane's, may wait for slow work; false when there are too many
 * calls, and `*of_member` when they are this member's. */
bool service_outside_put(
	struct process *process, struct service_frame *frame, bool *of_member);

/* ---- task.c ---- */

/* Has a task run: in the loop, from its first turn on, or in service_task_run_outside(), which is
 * for a thread that the caller starts. It lives as long as the process. */
struct service_task_run *
service_task_prepare(struct process *process, const struct service_task *task);
void *service_task_run_outside(void *run);

/* ---- loop.c ---- */

/* Prepares the loop, to be turned by service_loop_run(), which never ends. */
bool service_loop_prepare(struct process *process);
void *service_loop_run(void *process);

/* Tells the loop that something was left for it. Any thread may. */
void service_loop_wake(struct process *process);

#endif
