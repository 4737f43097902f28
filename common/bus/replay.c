/*
 * replay.c - a set of MACs in buckets. A MAC is as good as random, so its first bytes choose
 * the bucket and the next eight stand for it.
 */
#include "common/bus/replay.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"

#define BUCKETS 8192
#define BUCKET_SIZE 8

struct seen {
	uint64_t mac;
	int64_t deadline_ms; /* 0 = free */
};

struct replay {
	pthread_mutex_t lock;
	struct seen seen[BUCKETS][BUCKET_SIZE];
};

struct replay *
replay_new(void)
{
	struct replay *replay = calloc(1, sizeof(*replay));

	if (replay == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "replay"));
		abort();
	}
	pthread_mutex_init(&replay->lock, NULL);
	return replay;
}

bool
replay_first(
	struct replay *replay, const uint8_t mac[32], int64_t deadline_ms, int64_t now_ms)
{
	uint16_t place;
	uint64_t value;
	struct seen *bucket, *oldest;
	bool first = true;

	memcpy(&place, mac, sizeof(place));
	memcpy(&value, mac + sizeof(place), sizeof(value));
	bucket = replay->seen[place % BUCKETS];
	oldest = bucket;
	pthread_mutex_lock(&replay->lock);
	for (size_t i = 0; i < BUCKET_SIZE; i++) {
		if (bucket[i].mac == value && bucket[i].deadline_ms >= now_ms)
			first = false;
		if (bucket[i].deadline_ms < oldest->deadline_ms)
			oldest = &bucket[i];
	}
	if (first)
		*oldest = (struct seen){.mac = value, .deadline_ms = deadline_ms};
	pthread_mutex_unlock(&replay->lock);
	return first;
}
